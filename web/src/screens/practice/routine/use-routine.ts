import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { PracticeEntryId } from '#core/library/piece.ts'
import {
  lastSavedPart,
  goToNextStep,
  INITIAL_PRACTICE_SESSION,
  recordSavedTempo,
  type PracticeSession,
  type QueuedPart,
} from '#core/practice/practice-session.ts'
import { updateStepTimes, INITIAL_STEP_TIMES, recordStepActivity } from '#core/timed-session/step-times.ts'
import type { RoutineWithTiming, TimedRoutine } from '#core/timed-session/timed-routine.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import type { RecordChangeResult } from '#web/store/store-interface.ts'
import { correctedNow } from '#web/store/clock.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { readRetractedEntries, useRetractedEntries } from '#web/store/entry-log.ts'
import { newPracticeEntryId } from '#web/store/record-change.ts'
import { resumeSavedRoutine, routineStorageIn, type PersistedRoutine } from '#web/store/persisted-routine.ts'
import { lazyTimedList, loadedTimedRoutineFunctions } from '../timed/lazy-timed-routine.ts'
import {
  updateSessionFromLibrary,
  hasRoutineSavedTempo,
  savedEntryIds,
} from './update-session-from-library.ts'
import { newEntryDetails } from './new-entry-details.ts'
import { useReportRoutineEndEvent } from './use-report-routine-end-event.ts'
import { useSaveUndoToast } from './use-save-undo-toast.ts'

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
   * if it has a time limit (rules TC1, TS11). Counts at most 5 minutes at once, or 20 if the metronome is clicking.
   */
  readonly recordActivity: (isClicking: boolean) => void
  /**
   * Saves a tempo for a part, goes to the next step and offers Undo. Stores the tempo and the new state of the routine
   * together. Does not store a tempo again that this routine has already saved for the part (rule PX34).
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
 * expires after four hours (rule PX21). The last saved tempo can be undone, even after a reload (rule PX31).
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
