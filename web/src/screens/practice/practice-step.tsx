import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Library } from '#core/library.ts'
import { DEFAULT_IMPORTANCE } from '#core/piece.ts'
import { mayGoBack, atTempo, nextStep, OVERVIEW, previousStep, type PracticeSession } from '#core/session.ts'
import { fastestOnSlider, stepped, type Bpm } from '#core/tempo.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button } from '#web/kit/button.tsx'
import { useHouseLights } from '#web/kit/house-lights.ts'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import { RepeatStage } from '#web/kit/repeat-sign.tsx'
import { useMetronome } from '#web/metronome/use-metronome.ts'
import { MetronomeButton } from './metronome-button.tsx'
import { StepMeta } from './step-meta.tsx'
import { StepTicks } from './step-ticks.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import type { Routine } from './use-routine.ts'
import { useSavedStep } from './use-saved-step.ts'
import styles from './practice-step.module.css'

type Props = {
  session: Extract<PracticeSession, { kind: 'step' }>
  library: Library
  onChange: Routine['change']
}

/** One part on the music stand: its tempo as large as it gets, the click, and the way on (spec 2). */
export function PracticeStep({ session, library, onChange }: Props) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const heading = useFocusOnArrival()
  const metronome = useMetronome()
  const [isOnSlider, setOnSlider] = useState(false)
  const { save, isSaving } = useSavedStep(library)
  const part = session.queue[session.index]
  const isClicking = ['starting', 'running', 'held'].includes(metronome.state)
  useHouseLights(isClicking)
  // Also without the click: the hands are busy, and a dark screen shows no tempo.
  useWakeLock(true)

  // Also when the step changes by itself, because its part was deleted on another device.
  const silence = useEffectEvent(() => metronome.stop())
  const partId = part?.partId
  useEffect(() => (partId === undefined ? undefined : () => silence()), [partId])

  if (part === undefined) return null
  // The queue is frozen, what is written on the stand is not: a new name or goal shows at once.
  const piece = library.pieces.get(part.pieceId)
  const name = library.parts.get(part.partId)?.name ?? part.name
  const endTempo = piece?.endTempo ?? part.endTempo
  const { tempo } = part
  const fastest = fastestOnSlider({
    endTempo,
    currentTempo: tempo > part.startTempo ? tempo : part.startTempo,
  })
  const isInterrupted = metronome.state === 'interrupted' || metronome.state === 'blocked'

  function setTempo(next: Bpm) {
    metronome.setTempo(next)
    onChange(before => atTempo(before, next))
  }

  async function next(pressedAt: number) {
    if (part === undefined) return
    const saved = await save(part, pressedAt)
    if (saved !== null) onChange(before => nextStep(before, saved))
  }

  return (
    <Page title={piece?.name ?? part.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => onChange(() => OVERVIEW)} />
        <StepTicks session={session} />
        <Button
          variant="bare"
          className={styles.skip}
          onClick={() => onChange(before => nextStep(before, null))}
        >
          {t('step.skip')}
        </Button>
      </div>
      <div className={styles.title} aria-live="polite">
        <h1 ref={heading} tabIndex={-1}>
          {piece?.name ?? part.piece}
        </h1>
        {name !== null && <p>{name}</p>}
      </div>
      <div className={styles.stage}>
        <RepeatStage
          tempo={tempo}
          unit={t('step.unit')}
          beat={metronome.beat}
          // The slider says its own value; twice would be a stutter.
          isSpoken={!isOnSlider}
        />
      </div>
      <StepMeta
        endTempo={endTempo}
        importance={piece?.importance ?? DEFAULT_IMPORTANCE}
        metronome={metronome.state}
      />
      <div className={styles.range}>
        <TempoSlider
          tempo={tempo}
          endTempo={endTempo}
          fastest={fastest}
          onTempo={setTempo}
          onHold={metronome.hold}
          onRelease={metronome.release}
          onFocus={() => setOnSlider(true)}
          onBlur={() => setOnSlider(false)}
        />
      </div>
      <div className={styles.play}>
        <Button
          size="big"
          icon="minus"
          aria-label={common('tempo.less')}
          onClick={() => setTempo(stepped(tempo, -1, fastest))}
        />
        <MetronomeButton
          isOn={isClicking}
          isInterrupted={isInterrupted}
          onStart={() => metronome.start(tempo)}
          onStop={metronome.stop}
        />
        <Button
          size="big"
          icon="plus"
          aria-label={common('tempo.more')}
          onClick={() => setTempo(stepped(tempo, 1, fastest))}
        />
      </div>
      <div className={styles.go}>
        <Button
          size="big"
          variant="line"
          disabled={!mayGoBack(session)}
          onClick={() => onChange(previousStep)}
        >
          {t('step.back')}
        </Button>
        <Button
          size="big"
          iconAfter="next"
          aria-describedby="next-saves"
          aria-disabled={isSaving}
          onClick={event => void next(event.timeStamp)}
        >
          <span className={styles.next}>
            {t('step.next')}
            {/* Hidden as content, heard as the description: the button's name stays one word. */}
            <small id="next-saves" aria-hidden="true">
              {t('step.saves', { bpm: tempo })}
            </small>
          </span>
        </Button>
      </div>
    </Page>
  )
}
