import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import {
  MAX_PRACTICE_SECONDS,
  type PracticeDetails,
  type Part,
  type PartId,
  type PracticeEntryId,
} from '#core/library/piece.ts'
import {
  lastSavedPart,
  goToNextStep,
  INITIAL_PRACTICE_SESSION,
  recordSavedTempo,
  routineParts,
  withoutDeletedParts,
  withSaveUndone,
  withUntouchedTemposRefreshed,
  type PracticeSession,
  type QueuedPart,
  type PartBeforeSave,
  type UndoableSave,
} from '#core/practice/practice-session.ts'
import {
  updateStepTimes,
  INITIAL_STEP_TIMES,
  recordStepActivity,
  practiceSecondsToSave,
  timeBlockOfPart,
  type StepTimes,
} from '#core/timed-session/step-times.ts'
import type { RoutineWithTiming, TimedRoutine } from '#core/timed-session/timed-routine.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import type { RecordChangeResult } from '#web/store/store-interface.ts'
import { correctedNow } from '#web/store/clock.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { readRetractedEntries, useRetractedEntries } from '#web/store/entry-log.ts'
import { newPracticeEntryId, recordChange } from '#web/store/record-change.ts'
import { resumeSavedRoutine, routineStorageIn, type PersistedRoutine } from '#web/store/persisted-routine.ts'
import { lazyTimedList, loadedTimedRoutineFunctions } from '../timed/lazy-timed-routine.ts'
import { wasFirstTryClean } from '#core/practice/tempo-trainer.ts'
import { localDay } from '#web/device/calendar.ts'
import { useTranslation } from 'react-i18next'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useAnalytics } from '#web/analytics/analytics.ts'

type Update = (session: PracticeSession) => PracticeSession

/** The current routine of the practice screen and the functions that change it. */
export type RoutineControl = {
  /** The practice session, or null until the persisted session has been read. */
  readonly session: PracticeSession | null
  /** The schedule of the routine, or null if it has no time limit. */
  readonly timed: TimedRoutine | null
  /**
   * Changes the practice session. After Next and Skip, the remaining time of a routine with a time limit is distributed
   * again (rule TS8).
   */
  readonly change: (update: Update) => void
  /** Begins a routine, with or without a time limit, in place of the current one. */
  readonly begin: (routine: RoutineWithTiming) => void
  /**
   * Adds the time since the user's last activity to the practice time of the current step, and to that of the routine
   * if it has a time limit (rule TC1). Counts at most 5 minutes at once, or 20 if the metronome is clicking.
   */
  readonly recordActivity: (isClicking: boolean) => void
  /**
   * Saves a tempo for a part, goes to the next step and offers Undo. Stores the tempo and the new state of the routine
   * together. Does not store a tempo again that this routine has already saved for the part (rule PX6).
   */
  readonly save: (part: QueuedPart, tempo: Bpm) => Promise<RecordChangeResult>
  /**
   * Stores the changes of the library that `plan` returns, if any, together with the state of the routine after them.
   * The measured practice time of the current step starts again at 0.
   */
  readonly recordWithRoutine: (plan: PlanRoutineChange) => Promise<RecordChangeResult>
}

/**
 * Function that plans changes of the library together with a change of the routine, so that both are stored at
 * once. Returns the changes of the library (`intentions`), and a function (`after`) that returns the changed
 * routine.
 */
type PlanRoutineChange = (
  routine: RoutineWithTiming,
  now: Timestamp,
) => {
  readonly intentions: readonly Intention[]
  readonly after: (routine: RoutineWithTiming) => RoutineWithTiming
}

/**
 * Returns the current routine and functions that change it. The routine survives a reload, skips deleted parts, and
 * expires after four hours (rule SE14). The last saved tempo can be undone, even after a reload (rule PX8).
 *
 * @param initial a routine to start with instead of the persisted one, or null
 */
export function useRoutine(library: Library, initial: PracticeSession | null): RoutineControl {
  const offerUndo = useSaveUndoToast()
  const device = useDeviceLibrary()
  const now = () => correctedNow(device.store.get())
  const [slot] = useState(() => routineStorageIn(device.store.get()))
  const [shown, setShown] = useState<RoutineWithTiming | null>(null)
  const retracted = useRetractedEntries(shown === null ? [] : savedEntryIds(shown.session))
  // Persisting must not wait for React's next render.
  const latest = useRef<PersistedRoutine>({
    session: INITIAL_PRACTICE_SESSION,
    timed: null,
    at: 0,
  })

  function show(saved: PersistedRoutine) {
    latest.current = saved
    setShown(saved)
  }

  function offerLastUndo(session: PracticeSession) {
    const last = lastSavedPart(session)
    if (last !== null) offerUndo(last.part, last.part.saved?.tempo ?? last.part.tempo, last.undo)
  }

  const resume = useEffectEvent((saved: PersistedRoutine, undone: ReadonlySet<PracticeEntryId>) => {
    show(saved)
    if (initial !== null) return begin({ session: initial, timed: null })
    offerLastUndo(updateSessionFromLibrary(saved.session, library, undone))
  })

  useEffect(() => {
    let isCurrent = true
    void slot.read().then(async saved => {
      if (saved.timed !== null) await lazyTimedList.load().catch(() => undefined)
      const undone = await readRetractedEntries(device.store.get(), savedEntryIds(saved.session))
      // In a transition, React renders the first list in short tasks and lets presses through.
      if (isCurrent) startTransition(() => resume(saved, undone))
    })
    return () => {
      isCurrent = false
    }
  }, [slot, device])

  function updated(update: Update): PersistedRoutine {
    const session = updateSessionFromLibrary(latest.current.session, library, retracted)
    const at = now()
    const after = update(session)
    const { timed, times = INITIAL_STEP_TIMES } = latest.current
    const next = loadedTimedRoutineFunctions()?.updateRoutineTiming({ session, timed }, after, at) ?? {
      session: after,
      timed,
    }
    // The time of a run-through belongs to no step.
    if (next.timed?.runThrough != null) return { ...next, times: INITIAL_STEP_TIMES, at }
    // Based on the session before the update, which still contains undone entries.
    return { ...next, times: updateStepTimes(times, latest.current.session, next.session, at), at }
  }

  function keep(next: PersistedRoutine) {
    show(next)
    slot.keep(next)
  }

  function change(update: Update) {
    keep(updated(update))
  }

  const asBegun = (routine: RoutineWithTiming, at: Timestamp): PersistedRoutine => ({
    ...routine,
    times: updateStepTimes(INITIAL_STEP_TIMES, INITIAL_PRACTICE_SESSION, routine.session, at),
    at,
  })

  function begin(routine: RoutineWithTiming) {
    keep(asBegun(routine, now()))
  }

  function recordActivity(isClicking: boolean) {
    const { timed, times = INITIAL_STEP_TIMES } = latest.current
    const at = now()
    // Nothing on the screen depends on it, and the next change persists it.
    latest.current = {
      ...latest.current,
      timed: timed && (loadedTimedRoutineFunctions()?.recordRoutineActivity(timed, at, isClicking) ?? timed),
      times: recordStepActivity(times, at, isClicking),
    }
  }

  async function save(part: QueuedPart, tempo: Bpm): Promise<RecordChangeResult> {
    const { pieceId, partId } = part
    const known = library.parts.get(partId)
    if (hasRoutineSavedTempo(part, tempo, known)) {
      change(goToNextStep)
      return { kind: 'saved' }
    }
    const id = newPracticeEntryId()
    const before = {
      currentTempo: known?.currentTempo ?? part.startTempo,
      lastPracticed: known?.lastPracticed ?? null,
    }
    const after: Update = session => recordSavedTempo(session, part, { practiceId: id, tempo }, before)
    const { timed, times = INITIAL_STEP_TIMES, session } = latest.current
    const details = newEntryDetails({ part, before, timed, times, session, now: now() })
    const intention: Intention = {
      kind: 'practice.add',
      args: { id, pieceId, partId, tempo, ...details },
    }
    const recorded = await slot.record([intention], updated(after))
    // Repeated, because the user may have continued while it was being stored.
    if (recorded.kind === 'saved') {
      change(after)
      offerUndo(part, tempo, { practiceId: id, before })
    }
    return recorded
  }

  const recordWithRoutine: RoutineControl['recordWithRoutine'] = async plan => {
    const at = now()
    // The user may have left while it was being stored, and parts may have been deleted since the last change.
    const current = (): RoutineWithTiming => ({
      session: updateSessionFromLibrary(latest.current.session, library, retracted),
      timed: latest.current.timed,
    })
    const planned = plan(current(), at)
    const { intentions } = planned
    const after = () => asBegun(planned.after(current()), at)
    const recorded: RecordChangeResult =
      intentions.length === 0 ? { kind: 'saved' } : await slot.record(intentions, after())
    if (recorded.kind === 'saved') keep(after())
    return recorded
  }

  const comeBack = useEffectEvent(() => {
    const isBack = document.visibilityState === 'visible'
    if (isBack && shown !== null) show(resumeSavedRoutine(latest.current, now()))
  })

  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])

  const session = shown && updateSessionFromLibrary(shown.session, library, retracted)
  useReportRoutineEndEvent(session?.kind ?? null)
  useBlockReload(session?.kind === 'step')

  return { session, timed: shown?.timed ?? null, change, begin, recordActivity, save, recordWithRoutine }
}

type SavedStep = {
  readonly part: QueuedPart
  /** The part before its tempo is saved. */
  readonly before: PartBeforeSave
  readonly timed: TimedRoutine | null
  readonly times: StepTimes
  readonly session: PracticeSession
  readonly now: Timestamp
}

/**
 * Returns the details to save with the tempo of a practiced part: the practiced and the planned time in seconds, the
 * day, and whether the first try of that day was without mistakes. Those that are unknown are null (rules TC1, FT1).
 */
export function newEntryDetails({
  part,
  before,
  timed,
  times,
  session,
  now,
}: SavedStep): Partial<PracticeDetails> {
  const day = localDay(now)
  const minutes = (timed && timeBlockOfPart(timed, part.partId)?.minutes) ?? null
  const last = before.lastPracticed === null ? null : localDay(before.lastPracticed)
  return {
    seconds: practiceSecondsToSave(times, session, part.partId, now),
    plannedSeconds: minutes && Math.min(minutes * 60, MAX_PRACTICE_SECONDS),
    day,
    firstTryClean: wasFirstTryClean(part.trainer, before, last, day),
  }
}

/**
 * Returns a function that shows a toast for a saved tempo. Call it after the tempo was saved. The toast's Undo button
 * retracts the saved practice entry and restores the previous tempo of the part (decision D19, rule PX8).
 */
function useSaveUndoToast(): (part: QueuedPart, bpm: Bpm, undo: UndoableSave) => void {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()

  const device = useDeviceLibrary()
  async function takeBack({ practiceId, before }: UndoableSave) {
    const recorded = await recordChange(device, {
      kind: 'practice.retract',
      args: { id: practiceId, ...before },
    })
    // The step counts as unsaved from now on, which the routine reads from the library.
    if (recorded.kind !== 'saved') showError(common('toast.error'))
  }

  return ({ piece, name }, bpm, undo) =>
    showSuccess(t('saved', { part: name ?? piece, bpm }), {
      label: common('undo'),
      run: () => void takeBack(undo),
    })
}

/**
 * Returns the practice session after applying changes of the library, for example from another device. Removes deleted
 * parts and parts of pieces on hold (excluded from practice). If a practice entry was undone, marks its step as
 * unsaved. Updates the tempos that the user has not changed in the session (rules PX8, SE8).
 *
 * @param retracted those of the session's entries that were undone
 */
export function updateSessionFromLibrary(
  session: PracticeSession,
  library: Library,
  retracted: ReadonlySet<PracticeEntryId>,
): PracticeSession {
  const routine = routineParts(session)
  if (routine === null) return session
  const takenBack = savedEntryIds(session).filter(id => retracted.has(id))
  const living = withoutDeletedParts(takenBack.reduce(withSaveUndone, session), id =>
    isPracticed(library, id),
  )
  return withUntouchedTemposRefreshed(living, id => library.parts.get(id)?.currentTempo ?? null)
}

/** Returns the ids of the practice entries that a session has saved. */
function savedEntryIds(session: PracticeSession): PracticeEntryId[] {
  const routine = routineParts(session)
  if (routine === null) return []
  return [...routine.queue, ...routine.gone].flatMap(({ saved }) =>
    saved === null ? [] : [saved.practiceId],
  )
}

/**
 * Returns true if the running practice routine has already saved this tempo for the part, and the tempo is still the
 * current tempo of the part. Saving it again would add a second practice entry for the same practice (rule PX6).
 */
export const hasRoutineSavedTempo = (part: QueuedPart, tempo: Bpm, known: Part | undefined): boolean =>
  part.saved?.tempo === tempo && known?.currentTempo === tempo

function isPracticed(library: Library, id: PartId): boolean {
  const part = library.parts.get(id)
  const piece = part && library.pieces.get(part.pieceId)
  return part?.deletedAt === null && piece?.deletedAt === null && !piece.onHold
}

/**
 * Sends an analytics event when a practice routine changes from a step to its end (spec 4, rule AN9). Sends it only
 * once per routine, even if the user returns to the end with Back and Forward. Does not report an end that is restored
 * after a reload.
 *
 * @param kind the `kind` of the practice session: overview, step or finished; null until the persisted session is
 * restored
 */
function useReportRoutineEndEvent(kind: PracticeSession['kind'] | null): void {
  const { trackEvent } = useAnalytics()
  const before = useRef<typeof kind>(null)
  const isCounted = useRef(false)

  useEffect(() => {
    if (before.current === 'step' && kind === 'finished' && !isCounted.current)
      trackEvent({ name: 'finish_practice' })
    before.current = kind
    if (kind !== 'step') isCounted.current = kind === 'finished'
  }, [kind, trackEvent])
}
