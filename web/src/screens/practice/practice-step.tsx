import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { seenOn } from '#core/click-pattern.ts'
import type { Library } from '#core/library.ts'
import { DEFAULT_IMPORTANCE, type PartId } from '#core/piece.ts'
import {
  atTempo,
  climbing,
  mayGoBack,
  nextStep,
  OVERVIEW,
  previousStep,
  tempoToSave,
  type PracticeSession,
  type QueuedPart,
} from '#core/session.ts'
import { stepActionOf, type StepAction } from '#core/stand-keys.ts'
import { afterClean, afterMiss, byHand } from '#core/tempo-trainer.ts'
import { fastestOnSlider, stepped, type Bpm } from '#core/tempo.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button } from '#web/kit/button.tsx'
import { Hidden } from '#web/kit/hidden.tsx'
import { useHouseLights } from '#web/kit/house-lights.ts'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import { RepeatStage } from '#web/kit/repeat-sign.tsx'
import { isBounce } from './bounce.ts'
import { clickDialog } from './click/click-dialog-later.ts'
import { StepMeta } from './step-meta.tsx'
import { StepPlay } from './step-play.tsx'
import { StepTicks } from './step-ticks.tsx'
import { StepTitle } from './step-title.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import { TrainerLine } from './trainer-line.tsx'
import { usePedal } from './use-pedal.ts'
import type { Routine } from './use-routine.ts'
import { useSaidTempo } from './use-said-tempo.ts'
import { useSavedStep } from './use-saved-step.ts'
import { useStandKeys, type StandPress } from './use-stand-keys.ts'
import { useStepClick } from './use-step-click.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = {
  session: Extract<PracticeSession, { kind: 'step' }>
  library: Library
  onChange: Routine['change']
}

/** One part on the music stand: its tempo as large as it gets, the click, and the way on (spec 2). */
export function PracticeStep(props: Props) {
  const part = props.session.queue[props.session.index]
  return part === undefined ? null : <Step {...props} part={part} />
}

function Step({ session, library, onChange, part }: Props & { part: QueuedPart }) {
  const { t } = useTranslation('practice')
  const [isSetting, setSetting] = useState(false)
  // The queue is frozen, what is written on the stand is not: a new name or goal shows at once.
  const piece = library.pieces.get(part.pieceId)
  const click = useStepClick(part, piece, onChange)
  const { metronome, settings, trainer, sound } = click
  const [pedal, setPedal] = usePedal()
  const { said, say } = useSaidTempo()
  const { save, isSaving } = useSavedStep(library)
  const lastSkip = useRef<number | null>(null)
  const isTraining = settings.kind !== 'off'
  const isClicking = ['starting', 'running', 'held'].includes(metronome.state)
  useHouseLights(isClicking)
  // Also without the click: the hands are busy, and a dark screen shows no tempo.
  useWakeLock(true)

  // Also when the step changes by itself, because its part was deleted on another device.
  const silence = useEffectEvent((_left: PartId) => {
    metronome.stop()
    say(null)
  })
  const { partId, tempo } = part
  useEffect(() => () => silence(partId), [partId])

  // Also a tempo that was corrected on another device.
  const follow = useEffectEvent((now: Bpm) => metronome.setTempo(now))
  useEffect(() => follow(tempo), [tempo])

  const name = library.parts.get(partId)?.name ?? part.name
  const endTempo = piece?.endTempo ?? part.endTempo
  const fastest = fastestOnSlider({
    endTempo,
    currentTempo: tempo > part.startTempo ? tempo : part.startTempo,
  })
  const saves = tempoToSave({ ...part, trainer }, isTraining)

  function setTempo(next: Bpm) {
    onChange(before => (isTraining ? climbing(before, byHand(trainer, next)) : atTempo(before, next)))
  }

  function step(by: number) {
    const next = stepped(tempo, by, fastest)
    setTempo(next)
    say(next)
  }

  async function next(pressedAt: number) {
    const saved = await save(part, saves, pressedAt)
    if (saved !== null) onChange(before => nextStep(before, saved))
  }

  function skip(pressedAt: number) {
    if (isBounce(lastSkip.current, pressedAt)) return
    lastSkip.current = pressedAt
    onChange(before => nextStep(before, null))
  }
  const startOrStop = () => (isClicking ? metronome.stop() : metronome.start(tempo))
  const clean = () => onChange(before => climbing(before, afterClean(trainer, settings)))
  const again = () => onChange(before => climbing(before, afterMiss(trainer, settings)))

  const actions: Record<StepAction, (pressedAt: number) => unknown> = {
    next,
    skip,
    back: () => onChange(previousStep),
    clean,
    again,
    click: startOrStop,
    faster: () => step(1),
    slower: () => step(-1),
  }

  function press({ key, isLong, timeStamp }: StandPress): boolean {
    void actions[stepActionOf(key, isLong, isTraining)](timeStamp)
    return true
  }
  useStandKeys(pedal, press, { canHold: true })

  return (
    <Page title={piece?.name ?? part.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => onChange(() => OVERVIEW)} />
        <StepTicks session={session} />
        <IconButton
          icon={sound.isMuted ? 'muted' : 'sound'}
          label={t(sound.isMuted ? 'click.titleMuted' : 'click.title')}
          className={styles.sound}
          onClick={() => setSetting(true)}
        />
        <Button variant="bare" className={styles.skip} onClick={event => skip(event.timeStamp)}>
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle partId={partId} piece={piece?.name ?? part.piece} part={name} />
      <div className={styles.stage}>
        <RepeatStage
          tempo={tempo}
          unit={t('step.unit')}
          beat={
            metronome.beat && {
              ...seenOn(click.pattern.beats, metronome.beat),
              isSilent: metronome.beat.isSilent,
            }
          }
        />
      </div>
      <StepMeta
        endTempo={endTempo}
        importance={piece?.importance ?? DEFAULT_IMPORTANCE}
        metronome={metronome.state}
      />
      <div className={styles.range}>
        <TrainerLine settings={settings} trainer={trainer} />
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
      <StepPlay
        metronome={metronome}
        isClicking={isClicking}
        isTraining={isTraining}
        onStart={() => metronome.start(tempo)}
        onStep={step}
        onClean={clean}
        onAgain={again}
      />
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
              {t('step.saves', { bpm: saves })}
            </small>
          </span>
        </Button>
      </div>
      {isSetting && (
        <Suspense>
          <clickDialog.Part
            piece={piece?.name ?? part.piece}
            pattern={click.pattern}
            onPattern={click.tryPattern}
            trainer={click.choice}
            ownStep={click.ownStep}
            onTrainer={click.setChoice}
            sound={sound}
            onSound={click.setSound}
            pedal={pedal}
            onPedal={setPedal}
            onClose={() => {
              click.keepPattern()
              setSetting(false)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}
