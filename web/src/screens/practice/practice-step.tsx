import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import { beatIndicator } from '#core/music/click-pattern.ts'
import type { Library } from '#core/library/library.ts'
import { DEFAULT_IMPORTANCE, type PartId } from '#core/library/piece.ts'
import {
  goToStep,
  leaveRoutine,
  withSliderTempo,
  withTrainer,
  mayGoBack,
  goToNextStep,
  tempoToSave,
  type PracticeSession,
  type QueuedPart,
} from '#core/practice/practice-session.ts'
import { withAnswer } from '#core/practice/first-try.ts'
import { stepActionFor, type StepAction } from '#core/practice/practice-shortcuts.ts'
import { recordCleanRun, recordMissedRun, withTrainerTempo } from '#core/practice/tempo-trainer.ts'
import { maxSliderTempo, tempoStepsAway, type Bpm } from '#core/music/tempo.ts'
import { blockOfPart } from '#core/timed-session/block.ts'
import { isPracticedOn } from '#core/practice/priority.ts'
import { localDay } from '#web/device/calendar.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { useHideNavigation } from '#web/kit/use-hide-navigation.ts'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import { RepeatStage } from '#web/kit/music/repeat-sign.tsx'
import { isPedalBounce } from './pedal-bounce.ts'
import { clickDialog } from './click/click-dialog-later.ts'
import { ClickAlert } from './click-alert.tsx'
import { isTempoAlreadySaved } from './routine.ts'
import { StepMeta } from './step-meta.tsx'
import { StepPlay } from './step-play.tsx'
import { StepTicks } from './step-ticks.tsx'
import { StepTitle } from './step-title.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import { PlannedMinutesLine } from './timed/block-line.tsx'
import { TrainerLine } from './trainer-line.tsx'
import { usePedal } from './use-pedal.ts'
import type { Routine } from './use-routine.ts'
import { useAnnouncedTempo } from './use-announced-tempo.ts'
import { useSaveStep } from './use-save-step.ts'
import { useSignsOfLife } from './use-signs-of-life.ts'
import { useShortcuts, type ShortcutPress } from './use-shortcuts.ts'
import { useStepClick } from './use-step-click.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = {
  session: Extract<PracticeSession, { kind: 'step' }>
  library: Library
  today: Day
  timed: Routine['timed']
  onSign: Routine['sign']
  onChange: Routine['change']
  onBack: () => void
  onSave: Routine['save']
}

/** Renders one part of the routine: its tempo in large type, the click, and the buttons that continue (spec 2). */
export function PracticeStep(props: Props) {
  const part = props.session.queue[props.session.index]
  return part === undefined ? null : <Step {...props} part={part} />
}

function Step(props: Props & { part: QueuedPart }) {
  const { session, library, today, timed, onSign, onChange, onBack, onSave, part } = props
  const { t } = useTranslation('practice')
  const [isSetting, setSetting] = useState(false)
  // The queue is frozen, but the piece's name and goal are current.
  const piece = library.pieces.get(part.pieceId)
  const click = useStepClick(part, piece, onChange)
  const { metronome, settings, trainer, sound } = click
  const [pedal, setPedal] = usePedal()
  const { said, say } = useAnnouncedTempo()
  const { save, isSaving } = useSaveStep(onSave)
  const lastSkip = useRef<number | null>(null)
  const isTraining = settings.kind !== 'off'
  const isClicking = ['starting', 'running', 'held'].includes(metronome.state)
  useHideNavigation(isClicking)
  useSignsOfLife(isClicking, onSign)
  // Also without the click, because the hands are busy and the tempo must stay visible.
  useWakeLock(true)

  // Runs also if the step changes because another device deleted its part.
  const silence = useEffectEvent((_left: PartId) => {
    metronome.stop()
    say(null)
  })
  const { partId, tempo } = part
  const block = timed && blockOfPart(timed, partId)
  useEffect(() => () => silence(partId), [partId])

  // Applies also a tempo that was corrected on another device.
  const follow = useEffectEvent((now: Bpm) => metronome.setTempo(now))
  useEffect(() => follow(tempo), [tempo])

  const nameOf = (of: QueuedPart) => ({
    piece: library.pieces.get(of.pieceId)?.name ?? of.piece,
    name: library.parts.get(of.partId)?.name ?? of.name,
  })
  const isDone = ({ partId: id, saved }: QueuedPart) => {
    const last = library.parts.get(id)?.lastPracticed ?? null
    return saved !== null || (last !== null && isPracticedOn({ lastPracticed: localDay(last) }, today))
  }
  const names = nameOf(part)
  const endTempo = piece?.endTempo ?? part.endTempo
  const fastest = maxSliderTempo({
    endTempo,
    currentTempo: tempo > part.startTempo ? tempo : part.startTempo,
  })
  const saves = tempoToSave({ ...part, trainer }, isTraining)
  const isUnconfirmed = isTraining && saves !== tempo
  const isSaved = isTempoAlreadySaved(part, saves, library.parts.get(partId))

  function setTempo(next: Bpm) {
    onChange(before =>
      isTraining ? withTrainer(before, withTrainerTempo(trainer, next)) : withSliderTempo(before, next),
    )
  }

  function step(by: number) {
    const next = tempoStepsAway(tempo, by, fastest)
    setTempo(next)
    say(next)
  }

  const next = (pressedAt: number) => save(part, saves, pressedAt)

  function skip(pressedAt: number) {
    if (isPedalBounce(lastSkip.current, pressedAt)) return
    lastSkip.current = pressedAt
    onChange(goToNextStep)
  }
  const startOrStop = () => (isClicking ? metronome.stop() : metronome.start(tempo))
  function answer(isClean: boolean) {
    const run = isClean ? recordCleanRun : recordMissedRun
    onChange(before => withTrainer(before, withAnswer(trainer, run(trainer, settings), isClean)))
  }
  const clean = () => answer(true)
  const again = () => answer(false)

  const actions: Record<StepAction, (pressedAt: number) => unknown> = {
    next,
    skip,
    back: onBack,
    clean,
    again,
    click: startOrStop,
    faster: () => step(1),
    slower: () => step(-1),
  }

  function press({ key, isLong, timeStamp }: ShortcutPress): boolean {
    void actions[stepActionFor(key, isLong, isTraining)](timeStamp)
    return true
  }
  useShortcuts(pedal, press, { canHold: true })

  return (
    <Page title={names.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => onChange(leaveRoutine)} />
        <StepTicks
          session={session}
          isDone={isDone}
          nameOf={nameOf}
          onJump={to => onChange(before => goToStep(before, to) ?? before)}
        />
        <IconButton
          icon={sound.isMuted ? 'muted' : 'sound'}
          label={t(sound.isMuted ? 'click.unmute' : 'click.mute')}
          className={styles.sound}
          onClick={() => click.setSound({ ...sound, isMuted: !sound.isMuted })}
        />
        <IconButton icon="settings" label={t('click.title')} onClick={() => setSetting(true)} />
        <Button variant="bare" className={styles.skip} onClick={event => skip(event.timeStamp)}>
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle partId={partId} piece={names.piece} part={names.name} />
      <div className={styles.stage}>
        <RepeatStage
          tempo={tempo}
          unit={t('step.unit')}
          beat={
            metronome.beat && {
              ...beatIndicator(click.pattern.beats, metronome.beat),
              isSilent: metronome.beat.isSilent,
            }
          }
        />
      </div>
      <ClickAlert metronome={metronome.state}>
        {timed !== null && block !== null && (
          <PlannedMinutesLine
            key={`${partId} ${timed.laterSteps}`}
            minutes={block.minutes}
            spentMs={timed.clock.countedMs - timed.blockFromMs}
          />
        )}
      </ClickAlert>
      <StepMeta endTempo={endTempo} importance={piece?.importance ?? DEFAULT_IMPORTANCE} />
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
          <VisuallyHidden>{said !== null && t('step.tempoNow', { bpm: said })}</VisuallyHidden>
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
        <Button size="big" variant="line" disabled={!mayGoBack(session)} onClick={onBack}>
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
            {/* Hidden, but used as the button's description, so that its name stays one word. */}
            <small
              id="next-saves"
              className={classNames(parts.saves, isUnconfirmed && parts.unconfirmed)}
              aria-hidden="true"
            >
              {t(isSaved ? 'step.saved' : isUnconfirmed ? 'step.savesConfirmed' : 'step.saves', {
                bpm: saves,
                tempo,
              })}
            </small>
          </span>
        </Button>
      </div>
      {isSetting && (
        <Suspense>
          <clickDialog.View
            piece={names.piece}
            pattern={click.pattern}
            onPattern={click.tryPattern}
            trainer={click.choice}
            ownStep={click.ownStep}
            onTrainer={click.setChoice}
            sound={sound}
            onSound={click.setSound}
            pedal={{ pedal, onPedal: setPedal }}
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
