import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Library } from '#core/library.ts'
import { DEFAULT_IMPORTANCE } from '#core/piece.ts'
import { mayGoBack, atTempo, nextStep, OVERVIEW, previousStep, type PracticeSession } from '#core/session.ts'
import { fastestOnSlider, stepped, type Bpm } from '#core/tempo.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button } from '#web/kit/button.tsx'
import { Hidden } from '#web/kit/hidden.tsx'
import { useHouseLights } from '#web/kit/house-lights.ts'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import { RepeatStage } from '#web/kit/repeat-sign.tsx'
import { useMetronome } from '#web/metronome/use-metronome.ts'
import { isBounce } from './bounce.ts'
import { MetronomeButton } from './metronome-button.tsx'
import { StepMeta } from './step-meta.tsx'
import { StepTicks } from './step-ticks.tsx'
import { StepTitle } from './step-title.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import type { Routine } from './use-routine.ts'
import { useSaidTempo } from './use-said-tempo.ts'
import { useSavedStep } from './use-saved-step.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = {
  session: Extract<PracticeSession, { kind: 'step' }>
  library: Library
  onChange: Routine['change']
}

/** One part on the music stand: its tempo as large as it gets, the click, and the way on (spec 2). */
export function PracticeStep({ session, library, onChange }: Props) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const metronome = useMetronome()
  const { said, say } = useSaidTempo()
  const { save, isSaving } = useSavedStep(library)
  const lastSkip = useRef<number | null>(null)
  const part = session.queue[session.index]
  const isClicking = ['starting', 'running', 'held'].includes(metronome.state)
  useHouseLights(isClicking)
  // Also without the click: the hands are busy, and a dark screen shows no tempo.
  useWakeLock(true)

  // Also when the step changes by itself, because its part was deleted on another device.
  const silence = useEffectEvent(() => {
    metronome.stop()
    say(null)
  })
  const partId = part?.partId
  useEffect(() => (partId === undefined ? undefined : () => silence()), [partId])

  // Also a tempo that was corrected on another device.
  const follow = useEffectEvent((now: Bpm) => metronome.setTempo(now))
  const shown = part?.tempo
  useEffect(() => {
    if (shown !== undefined) follow(shown)
  }, [shown])

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
    onChange(before => atTempo(before, next))
  }

  function step(by: number) {
    const next = stepped(tempo, by, fastest)
    setTempo(next)
    say(next)
  }

  async function next(pressedAt: number) {
    if (part === undefined) return
    const saved = await save(part, pressedAt)
    if (saved !== null) onChange(before => nextStep(before, saved))
  }

  function skip(pressedAt: number) {
    if (isBounce(lastSkip.current, pressedAt)) return
    lastSkip.current = pressedAt
    onChange(before => nextStep(before, null))
  }

  return (
    <Page title={piece?.name ?? part.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => onChange(() => OVERVIEW)} />
        <StepTicks session={session} />
        <Button variant="bare" className={styles.skip} onClick={event => skip(event.timeStamp)}>
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle piece={piece?.name ?? part.piece} part={name} />
      <div className={styles.stage}>
        <RepeatStage tempo={tempo} unit={t('step.unit')} beat={metronome.beat} />
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
        />
        <output>
          <Hidden>{said !== null && t('step.tempoNow', { bpm: said })}</Hidden>
        </output>
      </div>
      <div className={styles.play}>
        <Button size="big" icon="minus" aria-label={common('tempo.less')} onClick={() => step(-1)} />
        <MetronomeButton
          isOn={isClicking}
          isInterrupted={isInterrupted}
          onStart={() => metronome.start(tempo)}
          onStop={metronome.stop}
        />
        <Button size="big" icon="plus" aria-label={common('tempo.more')} onClick={() => step(1)} />
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
          <span>
            {t('step.next')}
            {/* Hidden as content, heard as the description: the button's name stays one word. */}
            <small id="next-saves" className={parts.saves} aria-hidden="true">
              {t('step.saves', { bpm: tempo })}
            </small>
          </span>
        </Button>
      </div>
    </Page>
  )
}
