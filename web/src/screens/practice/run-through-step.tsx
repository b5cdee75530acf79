import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Library, undeletedPartsOf } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import { clickPatternFromSettings } from '#core/music/click-pattern.ts'
import { addBpmWithinLimits, type Bpm, DEFAULT_BPM, maxSliderTempo } from '#core/music/tempo.ts'
import { type PracticeShortcutAction, stepActionForKey } from '#core/practice/practice-shortcuts.ts'
import { stepMs } from '#core/practice/routine.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import {
  type RunThroughAnswer,
  runThroughIntentions,
  type RunThroughPracticeEntry,
} from '#core/timed-session/timed-routine.ts'
import { localDay } from '#web/device/calendar.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { Page } from '#web/kit/page.tsx'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useHideNavigation } from '#web/kit/screen.ts'
import { NO_TEMPO_CLIMB } from '#web/metronome/click-queue.ts'
import { useMetronome } from '#web/metronome/use-metronome.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { newPracticeEntryId, newRunThroughId, recordChanges } from '#web/store/record-change.ts'
import { useActivityListener } from './screen-effects.ts'
import {
  type PressGuard,
  type ShortcutPress,
  type StepPress,
  usePedalSetting,
  useShortcuts,
} from './shortcuts.ts'
import { parseSoundSettings } from './sound-settings.ts'
import {
  MetronomeAlert,
  MetronomeTempo,
  MuteButton,
  StepPlayControls,
  StepTitle,
  useAnnouncement,
} from './step-parts.tsx'
import type { RoutineControl } from './use-routine.ts'
import styles from './practice-step.module.css'
import parts from './step-parts.module.css'

type Props = {
  runThrough: PlannedRunThrough
  library: Library
  /** Remembers the press that ends the run-through, so that the first step ignores an unintended repetition of it. */
  guard: PressGuard<StepPress>
  dispatch: RoutineControl['dispatch']
  onRecord: RoutineControl['record']
}

/**
 * Renders the run-through of a piece at the start of a routine. The metronome is off at first. After playing, the user
 * answers whether they stopped. The answer can be given with a button, a key or a pedal (rules PF4, PD1).
 */
export function RunThroughStep({ runThrough, library, guard, dispatch, onRecord }: Props) {
  const { t } = useTranslation('practice')
  const piece = library.pieces.get(runThrough.pieceId)
  const goal = piece?.endTempo ?? DEFAULT_BPM
  const [tempo, setTempo] = useState<Bpm>(goal)
  const hasClicked = useRef(false)
  const [sound, setSound] = usePersisted('sound', parseSoundSettings)
  const click = piece?.click ?? null
  const pattern = useMemo(() => clickPatternFromSettings(click), [click])
  const metronome = useMetronome(pattern, NO_TEMPO_CLIMB, sound)
  const { isClicking } = metronome
  const { answer, skip, isSaving } = useRunThrough({ runThrough, library, guard, dispatch, onRecord })
  const { said, say } = useAnnouncement()
  const [pedal] = usePedalSetting()
  useHideNavigation(isClicking)
  // Nobody touches the phone while playing through, so the time counts as it does while the click runs (rule TC1).
  useActivityListener(true, dispatch)
  useWakeLock(true)

  function step(by: number) {
    const next = addBpmWithinLimits(tempo, by, maxSliderTempo({ endTempo: goal, currentTempo: goal }))
    setTempo(next)
    say(t('step.tempoNow', { bpm: next }))
    metronome.setTempo(next)
  }

  function start() {
    hasClicked.current = true
    metronome.start(tempo)
  }

  const leave = () => dispatch({ kind: 'leave' })

  function finish(isClean: boolean, pressedAt: number) {
    void answer({ isClean, tempo: hasClicked.current ? tempo : null }, pressedAt)
  }

  const actions: Record<PracticeShortcutAction, (pressedAt: number) => unknown> = {
    clean: pressedAt => finish(true, pressedAt),
    again: pressedAt => finish(false, pressedAt),
    click: () => (isClicking ? metronome.stop() : start()),
    faster: () => step(1),
    slower: () => step(-1),
    next: skip,
    skip,
    back: leave,
  }

  function press({ key, isLong, timeStamp }: ShortcutPress): boolean {
    actions[stepActionForKey(key, isLong, true)](timeStamp)
    return true
  }
  useShortcuts(pedal, press, { canHold: true })

  return (
    <Page title={t('runThrough.title')} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={leave} />
        <MuteButton sound={sound} onSound={setSound} />
        <Button
          variant="bare"
          className={styles.skip}
          aria-disabled={isSaving}
          onClick={event => skip(event.timeStamp)}
        >
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle
        partId={runThrough.pieceId}
        piece={piece?.name ?? runThrough.piece}
        part={t('runThrough.for', dayAsDateParam(runThrough.performOn))}
      />
      <MetronomeTempo tempo={tempo} said={said} pattern={pattern} metronome={metronome} />
      <MetronomeAlert metronome={metronome.state}>
        <p className={parts.block}>{t('runThrough.minutes', { count: runThrough.minutes })}</p>
      </MetronomeAlert>
      <p className={parts.how}>{t('runThrough.how')}</p>
      <StepPlayControls
        metronome={metronome}
        isTraining={false}
        onStart={start}
        onStep={step}
        onClean={() => undefined}
        onAgain={() => undefined}
      />
      <div className={classNames(styles.go, styles.even)}>
        <Button
          size="big"
          variant="line"
          aria-disabled={isSaving}
          onClick={event => finish(false, event.timeStamp)}
        >
          {t('runThrough.stops')}
        </Button>
        <Button size="big" aria-disabled={isSaving} onClick={event => finish(true, event.timeStamp)}>
          {t('runThrough.clean')}
        </Button>
      </div>
    </Page>
  )
}

type RunThroughControl = {
  /** Saves a practice entry for each part of the piece and goes on, unless the press is a repetition. */
  readonly answer: (answer: RunThroughAnswer, pressedAt: number) => Promise<void>
  /** Goes on to the first step without saving anything. */
  readonly skip: (pressedAt: number) => void
  readonly isSaving: boolean
}

/**
 * Returns the functions that end the run-through, which ends by itself if its piece is deleted or put on hold
 * (rule PF4).
 */
function useRunThrough({ runThrough, library, guard, dispatch, onRecord }: Props): RunThroughControl {
  const { pieceId, piece } = runThrough
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const device = useDeviceLibrary()
  const [isSaving, setSaving] = useState(false)
  const isGone = !isPlayable(library, pieceId)

  async function undo(entries: readonly RunThroughPracticeEntry[]) {
    const recorded = await recordChanges(
      device,
      entries.map(({ id, part: { currentTempo, lastPracticed } }) => ({
        kind: 'practice.retract',
        args: { id, currentTempo, lastPracticed },
      })),
    )
    if (recorded.kind !== 'saved') showError(common('toast.error'))
  }

  const goOn = () => dispatch({ kind: 'ran-through', entries: [] })

  const leaveGonePiece = useEffectEvent(() => void goOn())
  useEffect(() => {
    if (isGone && !isSaving) leaveGonePiece()
  }, [isGone, isSaving])

  async function answer(given: RunThroughAnswer, pressedAt: number) {
    if (isSaving || isGone || !guard.accept('answer', pressedAt)) return
    const entries = undeletedPartsOf(library, pieceId).map(part => ({ id: newPracticeEntryId(), part }))
    const ids = entries.map(({ id }) => id)
    setSaving(true)
    const recorded = await onRecord((routine, at) => ({
      intentions: runThroughIntentions({
        id: newRunThroughId(),
        entries,
        answer: given,
        seconds: Math.round(stepMs(routine, at) / 1000),
        day: localDay(at),
      }),
      event: { kind: 'ran-through', entries: ids },
    }))
    if (recorded.kind === 'saved') {
      showSuccess(t('runThrough.saved', { piece }), {
        label: common('undo'),
        run: () => void undo(entries),
      })
    } else {
      setSaving(false)
      // The next press is a retry, not an echo.
      guard.reset()
      showError(common('toast.error'))
    }
  }

  return {
    answer,
    skip(pressedAt) {
      if (!isSaving && guard.accept('answer', pressedAt)) goOn()
    },
    isSaving,
  }
}

function isPlayable(library: Library, id: PieceId): boolean {
  const piece = library.pieces.get(id)
  return piece?.deletedAt === null && !piece.onHold && undeletedPartsOf(library, id).length > 0
}
