import styles from './practice-step.module.css'
import parts from './step-parts.module.css'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { DEFAULT_IMPORTANCE, type PartId } from '#core/library/piece.ts'
import {
  goToStep,
  pauseRoutine,
  withSliderTempo,
  withTrainerState,
  mayGoBack,
  goToNextStep,
  tempoToSave,
  type PracticeSession,
  type QueuedPart,
} from '#core/practice/practice-session.ts'
import {
  recordFirstRating,
  recordCleanRun,
  recordMissedRun,
  withTrainerTempo,
} from '#core/practice/tempo-trainer.ts'
import { stepActionForKey, type PracticeShortcutAction } from '#core/practice/practice-shortcuts.ts'
import { maxSliderTempo, addBpmWithinLimits, type Bpm } from '#core/music/tempo.ts'
import { timeBlockOfPart } from '#core/timed-session/step-times.ts'
import { isLastPracticedOn } from '#core/practice/priority.ts'
import { localDay } from '#web/device/calendar.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { useHideNavigation } from '#web/kit/screen.ts'
import { Page } from '#web/kit/page.tsx'
import { lazyClickDialog } from '../click/lazy-click-dialog.ts'
import { MetronomeAlert } from './metronome-alert.tsx'
import { MetronomeTempo } from './metronome-tempo.tsx'
import { MuteButton } from './mute-button.tsx'
import { hasRoutineSavedTempo, type RoutineControl } from '../routine/use-routine.ts'
import { PieceGoalAndUrgency } from './piece-goal-and-urgency.tsx'
import { StepPlayControls } from './step-play-controls.tsx'
import { StepProgress } from './step-progress.tsx'
import { RunThroughStep } from './run-through-step.tsx'
import { StepTitle } from './step-title.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import { PartMinutesLine } from '../timed/part-minutes-line.tsx'
import { TrainerStatusLine, useRunText } from './trainer-status-line.tsx'
import { usePedalSetting } from '../shortcuts/use-pedal-setting.ts'
import { usePressGuard, type PressGuard } from '../shortcuts/use-press-guard.ts'
import { useAnnouncement } from './use-announcement.ts'
import { useActivityListener } from './use-activity-listener.ts'
import { useShortcuts, type ShortcutPress } from '../shortcuts/use-shortcuts.ts'
import { useStepMetronome } from './use-step-metronome.ts'
import { showError } from '#web/kit/toast/show-toast.tsx'

type Props = {
  session: Extract<PracticeSession, { kind: 'step' }>
  library: Library
  today: Day
  timed: RoutineControl['timed']
  onActivity: RoutineControl['recordActivity']
  onChange: RoutineControl['change']
  onBack: () => void
  onSave: RoutineControl['save']
  onRecord: RoutineControl['recordWithRoutine']
}

/**
 * Renders one step of a practice routine: the part's tempo in large type, the metronome button, and the Next and Skip
 * buttons (spec 2). If the routine begins with a run-through (playing a piece once without stopping), renders that
 * until it is finished (rule PF4).
 */
export function PracticeStep(props: Props) {
  const { timed, library, onActivity, onChange, onRecord } = props
  const ending = usePressGuard()
  if (timed?.runThrough != null) {
    const { runThrough } = timed
    return (
      <RunThroughStep
        {...{ runThrough, library, ending, onActivity, onRecord }}
        onLeave={() => onChange(pauseRoutine)}
      />
    )
  }
  const part = props.session.queue[props.session.index]
  return part === undefined ? null : <Step {...props} part={part} ending={ending} />
}

type StepProps = Props & {
  part: QueuedPart
  /** The press that ended the run-through, whose echo must not reach this step. */
  ending: PressGuard
}

function Step(props: StepProps) {
  const { session, library, today, timed, onActivity, onChange, onBack, onSave, part, ending } = props
  const { t } = useTranslation('practice')
  const [isSetting, setSetting] = useState(false)
  // The queue is frozen, but the piece's name and goal are current.
  const piece = library.pieces.get(part.pieceId)
  const { said, say } = useAnnouncement()
  const sayTempo = (bpm: Bpm) => say(t('step.tempoNow', { bpm }))
  const click = useStepMetronome(part, piece, onChange, sayTempo)
  const { metronome, settings, trainer, sound } = click
  const [pedal, setPedal] = usePedalSetting()
  const { save, isSaving } = useSaveStepTempo(onSave, ending)
  const skips = usePressGuard()
  const runText = useRunText()
  const isTraining = settings.kind !== 'off'
  const { isClicking } = metronome
  useHideNavigation(isClicking)
  useActivityListener(isClicking, onActivity)
  // Also without the click, because the hands are busy and the tempo must stay visible.
  useWakeLock(true)

  // Runs also if the step changes because another device deleted its part.
  const silence = useEffectEvent((_left: PartId) => {
    metronome.stop()
    say(null)
  })
  const { partId, tempo } = part
  const block = timed && timeBlockOfPart(timed, partId)
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
    return saved !== null || (last !== null && isLastPracticedOn({ lastPracticed: localDay(last) }, today))
  }
  const names = nameOf(part)
  const endTempo = piece?.endTempo ?? part.endTempo
  const fastest = maxSliderTempo({
    endTempo,
    currentTempo: tempo > part.startTempo ? tempo : part.startTempo,
  })
  const saves = tempoToSave({ ...part, trainer }, isTraining)
  const isUnconfirmed = isTraining && saves !== tempo
  const isSaved = hasRoutineSavedTempo(part, saves, library.parts.get(partId))

  function setTempo(next: Bpm) {
    onChange(before =>
      isTraining ? withTrainerState(before, withTrainerTempo(trainer, next)) : withSliderTempo(before, next),
    )
  }

  function step(by: number) {
    const next = addBpmWithinLimits(tempo, by, fastest)
    setTempo(next)
    sayTempo(next)
  }

  const next = (pressedAt: number) => save(part, saves, pressedAt)

  function skip(pressedAt: number) {
    if (!ending.isEcho(pressedAt) && skips.accept(pressedAt)) onChange(goToNextStep)
  }
  const startOrStop = () => (isClicking ? metronome.stop() : metronome.start(tempo))
  function answer(isClean: boolean) {
    const run = isClean ? recordCleanRun : recordMissedRun
    const after = run(trainer, settings)
    onChange(before => withTrainerState(before, recordFirstRating(trainer, after, isClean)))
    say(runText(trainer, after, settings, isClean))
  }
  const clean = () => answer(true)
  const again = () => answer(false)

  const actions: Record<PracticeShortcutAction, (pressedAt: number) => unknown> = {
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
    if (!ending.isEcho(timeStamp)) void actions[stepActionForKey(key, isLong, isTraining)](timeStamp)
    return true
  }
  useShortcuts(pedal, press, { canHold: true })

  return (
    <Page title={names.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => onChange(pauseRoutine)} />
        <StepProgress
          session={session}
          isDone={isDone}
          nameOf={nameOf}
          onJump={to => onChange(before => goToStep(before, to) ?? before)}
        />
        <MuteButton sound={sound} onSound={click.setSound} />
        <IconButton icon="settings" label={t('click.title')} onClick={() => setSetting(true)} />
        <Button variant="bare" className={styles.skip} onClick={event => skip(event.timeStamp)}>
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle partId={partId} piece={names.piece} part={<span translate="no">{names.name}</span>} />
      <MetronomeTempo tempo={tempo} said={said} pattern={click.pattern} metronome={metronome} />
      <MetronomeAlert metronome={metronome.state}>
        {timed !== null && block !== null && (
          <PartMinutesLine
            key={`${partId} ${timed.laterSteps}`}
            minutes={block.minutes}
            spentMs={timed.clock.countedMs - timed.blockFromMs}
          />
        )}
      </MetronomeAlert>
      <PieceGoalAndUrgency endTempo={endTempo} importance={piece?.importance ?? DEFAULT_IMPORTANCE} />
      <div className={styles.range}>
        <TrainerStatusLine settings={settings} trainer={trainer} />
        <TempoSlider
          tempo={tempo}
          endTempo={endTempo}
          fastest={fastest}
          onTempo={setTempo}
          onHold={metronome.hold}
          onRelease={metronome.release}
        />
      </div>
      <StepPlayControls
        metronome={metronome}
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
          <lazyClickDialog.View
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

type SavedStep = {
  /**
   * Saves a tempo for the part of a step, and shows an error if it cannot be stored. Ignores an unintended repetition
   * of the previous press. `pressedAt` is in milliseconds of the page's clock.
   */
  readonly save: (part: QueuedPart, tempo: Bpm, pressedAt: number) => Promise<void>
  readonly isSaving: boolean
}

/**
 * Returns a function that saves the tempo of a practice step, and whether a save is in progress. The function ignores a
 * press during a save, and an unintended repetition of the previous press, such as one caused by the bouncing switch of
 * a pedal (decision D19).
 *
 * @param ending the guard that knows the press that ended the run-through before this step; a repetition of that press
 * does not save a tempo
 */
export function useSaveStepTempo(save: RoutineControl['save'], ending: PressGuard): SavedStep {
  const { t: common } = useTranslation()
  const presses = usePressGuard()
  const [isSaving, setSaving] = useState(false)

  async function saveOnce(part: QueuedPart, tempo: Bpm, pressedAt: number) {
    if (isSaving || ending.isEcho(pressedAt) || !presses.accept(pressedAt)) return
    setSaving(true)
    const recorded = await save(part, tempo)
    setSaving(false)
    if (recorded.kind === 'saved') return
    // The next press is a retry, not a bounce.
    presses.reset()
    showError(common('toast.error'))
  }

  return { save: saveOnce, isSaving }
}
