import styles from './practice-step.module.css'
import parts from './step-parts.module.css'
import { lazy, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { DEFAULT_IMPORTANCE, type Importance, type PartId } from '#core/library/piece.ts'
import { addBpmWithinLimits, type Bpm, maxSliderTempo } from '#core/music/tempo.ts'
import { type PracticeShortcutAction, stepActionForKey } from '#core/practice/practice-shortcuts.ts'
import { isLastPracticedOn } from '#core/practice/priority.ts'
import {
  currentPart,
  hasSavedTempo,
  type QueuedPart,
  type Routine,
  tempoToSave,
  timeBlockOfPart,
} from '#core/practice/routine.ts'
import {
  recordCleanRun,
  recordFirstRating,
  recordMissedRun,
  withTrainerTempo,
} from '#core/practice/tempo-trainer.ts'
import { localDay } from '#web/device/calendar.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { UrgencyHairpin } from '#web/kit/music/musical-signs.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { useHideNavigation } from '#web/kit/screen.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { RunThroughStep } from './run-through-step.tsx'
import { useActivityListener } from './screen-effects.ts'
import {
  createPressGuard,
  type PressGuard,
  type ShortcutPress,
  type StepPress,
  usePedalSetting,
  useShortcuts,
} from './shortcuts.ts'
import {
  MetronomeAlert,
  MetronomeTempo,
  MuteButton,
  StepPlayControls,
  StepTitle,
  TrainerStatusLine,
  useAnnouncement,
  useRunText,
} from './step-parts.tsx'
import { StepProgress } from './step-progress.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import type { RoutineControl } from './use-routine.ts'
import { useStepMetronome } from './use-step-metronome.ts'

type Props = {
  routine: Routine
  library: Library
  today: Day
  dispatch: RoutineControl['dispatch']
  onBack: () => void
  onSave: RoutineControl['save']
  onRecord: RoutineControl['record']
}

/**
 * Renders one step of a practice routine: the part's tempo in large type, the metronome button, and the Next and Skip
 * buttons (spec 2). If the routine begins with a run-through, renders that until it is finished (rule PF4).
 */
export function PracticeStep(props: Props) {
  const { routine, library, dispatch, onRecord } = props
  const [guard] = useState(createPressGuard<StepPress>)
  const runThrough = routine.timed?.runThrough
  if (runThrough != null) return <RunThroughStep {...{ runThrough, library, guard, dispatch, onRecord }} />
  const part = currentPart(routine)
  return part === null ? null : <Step {...props} part={part} guard={guard} />
}

type StepProps = Props & { part: QueuedPart; guard: PressGuard<StepPress> }

function Step(props: StepProps) {
  const { routine, library, today, dispatch, onBack, onSave, part, guard } = props
  const { t } = useTranslation('practice')
  const [isSetting, setSetting] = useState(false)
  // The queue is frozen, but the piece's name and goal are current.
  const piece = library.pieces.get(part.pieceId)
  const { said, say } = useAnnouncement()
  const sayTempo = (bpm: Bpm) => say(t('step.tempoNow', { bpm }))
  const click = useStepMetronome(part, piece, dispatch, sayTempo)
  const { metronome, settings, trainer, sound } = click
  const [pedal, setPedal] = usePedalSetting()
  const { t: common } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const runText = useRunText()
  const isTraining = settings.kind !== 'off'
  const { isClicking } = metronome
  useHideNavigation(isClicking)
  useActivityListener(isClicking, dispatch)
  // Also without the click, because the hands are busy and the tempo must stay visible.
  useWakeLock(true)

  // Runs also if the step changes because another device deleted its part.
  const silence = useEffectEvent((_left: PartId) => {
    metronome.stop()
    say(null)
  })
  const { partId, tempo } = part
  const { timed, clock, stepFromMs } = routine
  const block = timeBlockOfPart(timed, partId)
  const time = block && { minutes: block.minutes, spentMs: clock.countedMs - stepFromMs }
  const stepKey = `${partId} ${timed?.laterSteps}`
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
  const isSaved = hasSavedTempo(part, saves, library.parts.get(partId))

  function setTempo(next: Bpm) {
    if (isTraining) dispatch({ kind: 'train', trainer: withTrainerTempo(trainer, next) })
    else dispatch({ kind: 'slide', tempo: next })
  }

  function step(by: number) {
    const next = addBpmWithinLimits(tempo, by, fastest)
    setTempo(next)
    sayTempo(next)
  }

  async function next(pressedAt: number) {
    if (isSaving || guard.isEcho('answer', pressedAt) || !guard.accept('next', pressedAt)) return
    setSaving(true)
    const recorded = await onSave(partId, saves)
    setSaving(false)
    if (recorded.kind === 'saved') return
    // The next press is a retry, not a bounce.
    guard.reset()
    showError(common('toast.error'))
  }

  function skip(pressedAt: number) {
    if (!guard.isEcho('answer', pressedAt) && guard.accept('skip', pressedAt)) dispatch({ kind: 'skip' })
  }
  const startOrStop = () => (isClicking ? metronome.stop() : metronome.start(tempo))
  function answer(isClean: boolean) {
    const run = isClean ? recordCleanRun : recordMissedRun
    const after = run(trainer, settings)
    dispatch({ kind: 'train', trainer: recordFirstRating(trainer, after, isClean) })
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
    if (!guard.isEcho('answer', timeStamp)) void actions[stepActionForKey(key, isLong, isTraining)](timeStamp)
    return true
  }
  useShortcuts(pedal, press, { canHold: true })

  return (
    <Page title={names.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => dispatch({ kind: 'leave' })} />
        <div className={styles.progress}>
          <StepProgress
            routine={routine}
            isDone={isDone}
            nameOf={nameOf}
            onJump={to => dispatch({ kind: 'jump', part: to })}
          />
          {timed && <SessionMinutesLeft key={stepKey} minutes={timed.minutes} spentMs={clock.countedMs} />}
        </div>
        <MuteButton sound={sound} onSound={click.setSound} />
        <IconButton
          icon="settings"
          label={t('click.title')}
          onClick={() => startTransition(() => setSetting(true))}
        />
        <Button variant="bare" className={styles.skip} onClick={event => skip(event.timeStamp)}>
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle partId={partId} piece={names.piece} part={<span translate="no">{names.name}</span>} />
      <MetronomeTempo tempo={tempo} said={said} pattern={click.pattern} metronome={metronome}>
        {time && <PartMinutesHairline key={stepKey} {...time} />}
      </MetronomeTempo>
      <MetronomeAlert metronome={metronome.state}>
        {time && <PartMinutesLine key={stepKey} {...time} />}
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
        <Button size="big" variant="line" disabled={routine.index === 0} onClick={onBack}>
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
        <ClickDialog
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
      )}
    </Page>
  )
}

const ClickDialog = lazy(async () => ({ default: (await import('./click-dialog.tsx')).ClickDialog }))

type PieceGoalAndUrgencyProps = { endTempo: Bpm; importance: Importance }

/** Renders the goal tempo and the urgency of the current piece in a practice step. */
function PieceGoalAndUrgency({ endTempo, importance }: PieceGoalAndUrgencyProps) {
  const { t } = useTranslation('practice')
  return (
    <div className={styles.meta}>
      <span>
        <Sentence emphasis text={t('step.goal', { bpm: endTempo })} />
      </span>
      <span className={parts.urgency}>
        <span>
          <Sentence emphasis text={t('step.urgency', { urgency: `${importance} / 5` })} />
        </span>
        <UrgencyHairpin importance={importance} />
      </span>
    </div>
  )
}

type StepTimeProps = {
  /** Whole minutes of the time that is shown. */
  minutes: number
  /** Milliseconds of it that were practiced before the component was mounted, for example before a reload. */
  spentMs: number
}

const MINUTE_MS = 60_000

/** Returns the milliseconds that are left of a time. Must have a different React key in each step. */
function useMsLeft({ minutes, spentMs }: StepTimeProps): number {
  const [end] = useState(() => Date.now() + minutes * MINUTE_MS - spentMs)
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return Math.max(0, end - now)
}

/**
 * Renders the number of minutes planned for the current part. When this time is over, shows and announces a message
 * once, but does not end the step (rule PX43).
 */
function PartMinutesLine(props: StepTimeProps) {
  const { t } = useTranslation('practice')
  const isOver = useMsLeft(props) === 0
  const count = props.minutes

  return (
    <div className={parts.block}>
      {!isOver && <p>{t('step.block', { count })}</p>}
      <output>{isOver && <p>{t('step.blockOver', { count })}</p>}</output>
    </div>
  )
}

/** Renders a hairline around the tempo that grows clockwise with the minutes of the part (rule PX46). */
function PartMinutesHairline(props: StepTimeProps) {
  const share = 1 - useMsLeft(props) / (props.minutes * MINUTE_MS)
  return (
    <svg className={styles.hairline} aria-hidden="true">
      <rect pathLength={1} strokeDasharray={`${share} 1`} />
    </svg>
  )
}

/** Renders the minutes that are left of a timed session (rule PX46). */
function SessionMinutesLeft(props: StepTimeProps) {
  const { t } = useTranslation('practice')
  const count = Math.ceil(useMsLeft(props) / MINUTE_MS)
  return (
    <p className={styles.rest}>
      <VisuallyHidden>{t('step.rest', { count })}</VisuallyHidden>
      <span aria-hidden="true">{t('time.short', { minutes: count })}</span>
    </p>
  )
}
