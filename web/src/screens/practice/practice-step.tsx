import styles from './practice-step.module.css'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { DEFAULT_IMPORTANCE, type PartId, type Piece } from '#core/library/piece.ts'
import {
  type ClickPattern,
  clickPatternFromSettings,
  clickSettingsFromPattern,
} from '#core/music/click-pattern.ts'
import { isLastPracticedOn } from '#core/practice/priority.ts'
import {
  currentPart,
  isSameTempoAlreadySaved,
  type QueuedPart,
  type Routine,
  tempoToSave,
  plannedMinutesOfPart,
} from '#core/practice/routine.ts'
import {
  createTrainerState,
  trainerStepReferenceTempo,
  defaultStepForTempo,
  parseTrainerPreferences,
  trainerStepRuleForTempo,
  withTrainerTempo,
  withTrainerToggled,
} from '#core/practice/tempo-trainer.ts'
import { localDay } from '#web/device/calendar.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { ImportanceHairpin } from '#web/kit/music/musical-signs.tsx'
import { Page } from '#web/kit/page.tsx'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import { useHideNavigation } from '#web/kit/screen.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { shallowEqual } from '#web/metronome/shallow-equal.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import { recordChange } from '#web/store/record-change.ts'
import { RunThroughStep } from './run-through-step.tsx'
import { useTrackPracticeTime } from './screen-effects.ts'
import { createPressGuard, type PressGuard, usePedalKeysSetting, useStepShortcuts } from './shortcuts.ts'
import { parseSoundSettings } from './sound-settings.ts'
import { MuteAndSettingsButtons, StepTitle } from './step-parts.tsx'
import { StepListButton } from './step-progress.tsx'
import controls from './step-controls.module.css'
import { useMaxSliderTempo } from './tempo-slider.tsx'
import { MetronomePanel, useTrainedMetronome } from './trained-metronome.tsx'
import type { RoutineControl } from './use-routine.ts'

type Props = {
  routine: Routine
  library: Library
  today: Day
  control: RoutineControl
  onBack: () => void
}

export function PracticeStep(props: Props) {
  const { routine, library, control } = props
  const [guard] = useState(createPressGuard)
  const runThrough = routine.timed?.runThrough
  if (runThrough != null) return <RunThroughStep {...{ runThrough, library, guard, control }} />
  const part = currentPart(routine)
  return part === null ? null : <Step {...props} part={part} guard={guard} />
}

type StepProps = Props & { part: QueuedPart; guard: PressGuard }

function Step(props: StepProps) {
  const { routine, library, today, control, onBack, part, guard } = props
  const { dispatch } = control
  const { t } = useTranslation('practice')
  // The queue is frozen, but the piece's name and goal are current.
  const piece = library.pieces.get(part.pieceId)
  const { click, dialog } = useStepMetronome(part, piece, dispatch)
  const { metronome, trainer, isTraining } = click
  const [pedal, setPedal] = usePedalKeysSetting()
  const [isSaving, setSaving] = useState(false)
  const { isClicking } = metronome
  useHideNavigation(isClicking)
  useTrackPracticeTime(isClicking, dispatch)
  // Applies even without the click, because the hands are busy and the tempo must stay visible.
  useWakeLock(true)

  // Runs also if the step changes because another device deleted its part.
  const silence = useEffectEvent((_left: PartId) => {
    metronome.stop()
    click.say(null)
  })
  const { partId, tempo } = part
  const { timed, clock, stepFromMs } = routine
  const block = plannedMinutesOfPart(timed, partId)
  const time = block && { minutes: block.minutes, spentMs: clock.countedMs - stepFromMs }
  const stepKey = `${partId} ${timed?.laterSteps}`
  useEffect(() => () => silence(partId), [partId])

  const nameOf = (of: QueuedPart) => ({
    piece: library.pieces.get(of.pieceId)?.name ?? of.piece,
    name: library.parts.get(of.partId)?.name ?? of.name,
  })
  const isDone = ({ partId: id, saved }: QueuedPart) => {
    const last = library.parts.get(id)?.lastPracticed ?? null
    return saved !== null || (last !== null && isLastPracticedOn({ lastPracticed: localDay(last) }, today))
  }
  const names = nameOf(part)
  const importance = piece?.importance ?? DEFAULT_IMPORTANCE
  const saves = tempoToSave({ ...part, trainer }, isTraining)
  const isUnconfirmed = isTraining && saves !== tempo
  const isSaved = isSameTempoAlreadySaved(part, saves, library.parts.get(partId))

  async function next(pressedAt: number) {
    if (isSaving || guard.isEcho('answer', pressedAt) || !guard.accept('next', pressedAt)) return
    setSaving(true)
    const recorded = await control.save(partId, saves)
    setSaving(false)
    if (recorded.kind === 'saved') return
    // The next press is a retry, not an echo.
    guard.reset()
    showErrorToast()
  }

  function skip(pressedAt: number) {
    if (!guard.isEcho('answer', pressedAt) && guard.accept('skip', pressedAt)) dispatch({ kind: 'skip' })
  }

  useStepShortcuts(pedal, isTraining, { ...click.actions, next, skip, back: onBack }, guard)

  return (
    <Page title={names.piece} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={() => dispatch({ kind: 'leave' })} />
        <div className={styles.progress}>
          <StepListButton
            routine={routine}
            isDone={isDone}
            nameOf={nameOf}
            onJump={to => dispatch({ kind: 'jump', part: to })}
          />
          {timed && <SessionMinutesLeft key={stepKey} minutes={timed.minutes} spentMs={clock.countedMs} />}
        </div>
        <MuteAndSettingsButtons piece={names.piece} {...dialog} pedal={{ pedal, onPedal: setPedal }} />
        <Button variant="bare" className={styles.skip} onClick={event => skip(event.timeStamp)}>
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle partId={partId} piece={names.piece} part={<span translate="no">{names.name}</span>} />
      <MetronomePanel
        key={partId}
        click={click}
        endTempo={trainer.goal}
        onToggleTrainer={() => dialog.onTrainer(withTrainerToggled(dialog.trainer))}
        hairline={time && <PartMinutesHairline key={stepKey} {...time} />}
        note={time && <PartMinutesLine key={stepKey} {...time} />}
      >
        <div className={styles.meta}>
          <span>
            <PartlyTranslated emphasis text={t('step.goal', { bpm: trainer.goal })} />
          </span>
          <span className={styles.urgency}>
            <span>
              <PartlyTranslated emphasis text={t('step.urgency', { urgency: `${importance} / 5` })} />
            </span>
            <ImportanceHairpin importance={importance} />
          </span>
        </div>
      </MetronomePanel>
      <div className={classNames(styles.go, controls.go)}>
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
              className={classNames(controls.saves, isUnconfirmed && controls.unconfirmed)}
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
    </Page>
  )
}

type StepTimeProps = {
  minutes: number
  /** How much of `minutes` was practiced before the component was mounted, for example before a reload. */
  spentMs: number
}

const MINUTE_MS = 60_000

/** Components must use another React key in each step, because the end is computed only on mount. */
function useMsLeft({ minutes, spentMs }: StepTimeProps): number {
  const [end] = useState(() => Date.now() + minutes * MINUTE_MS - spentMs)
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return Math.max(0, end - now)
}

function PartMinutesLine(props: StepTimeProps) {
  const { t } = useTranslation('practice')
  const isOver = useMsLeft(props) === 0
  const count = props.minutes

  return (
    <div className={styles.block}>
      {!isOver && <p>{t('step.block', { count })}</p>}
      <output>{isOver && <p>{t('step.blockOver', { count })}</p>}</output>
    </div>
  )
}

function PartMinutesHairline(props: StepTimeProps) {
  const share = 1 - useMsLeft(props) / (props.minutes * MINUTE_MS)
  return (
    <svg className={styles.hairline} aria-hidden="true">
      <rect pathLength={1} strokeDasharray={`${share} 1`} />
    </svg>
  )
}

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

function useStepMetronome(part: QueuedPart, piece: Piece | undefined, dispatch: RoutineControl['dispatch']) {
  const device = useLibraryServices()
  const [sound, setSound] = usePersistedSetting('sound', parseSoundSettings)
  const [choice, setChoice] = usePersistedSetting('trainer', parseTrainerPreferences)
  const [tried, setTried] = useState<ClickPattern | null>(null)
  const stored = piece?.click ?? null
  const pattern = useMemo(() => tried ?? clickPatternFromSettings(stored), [tried, stored])

  const { partId, tempo, startTempo } = part
  const goal = piece?.endTempo ?? part.endTempo
  const trainer = { ...(part.trainer ?? createTrainerState(startTempo, goal, tempo)), goal }
  const stepsFrom = trainerStepReferenceTempo(choice, startTempo, trainer.tempo)
  const click = useTrainedMetronome({
    tempo,
    fastest: useMaxSliderTempo(partId, goal, tempo > startTempo ? tempo : startTempo),
    trainer,
    settings: trainerStepRuleForTempo(choice, stepsFrom),
    pattern,
    sound,
    onTrain: after => dispatch({ kind: 'train', part: partId, trainer: after }),
    onTempo(next) {
      // Also while the trainer is off, which then begins again at this tempo.
      if (part.trainer)
        dispatch({ kind: 'train', part: partId, trainer: withTrainerTempo(part.trainer, next) })
      else dispatch({ kind: 'slide', part: partId, tempo: next })
    },
  })

  async function keepPattern() {
    if (tried === null || piece === undefined) return
    const toKeep = clickSettingsFromPattern(tried)
    if (shallowEqual(toKeep ?? {}, clickSettingsFromPattern(clickPatternFromSettings(stored)) ?? {}))
      return setTried(null)
    const recorded = await recordChange(device, {
      kind: 'piece.patch',
      args: { id: piece.id, click: toKeep },
    })
    if (recorded.kind !== 'saved') showErrorToast()
    // The pattern is stored in the library now, or storing failed and the stored one applies.
    setTried(null)
  }

  const dialog = {
    pattern,
    onPattern: setTried,
    trainer: choice,
    defaultStep: defaultStepForTempo(stepsFrom),
    onTrainer: setChoice,
    sound,
    onSound: setSound,
    onClose: () => void keepPattern(),
  }
  return { click, dialog }
}
