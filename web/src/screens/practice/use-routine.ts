import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Intention } from '#core/library/change.ts'
import type { Library } from '#core/library/library.ts'
import {
  lastSavedPart,
  goToNextStep,
  SESSION_OVERVIEW,
  recordSavedTempo,
  type PracticeSession,
  type QueuedPart,
} from '#core/practice/practice-session.ts'
import { followSteps, NO_STEP_TIMES, withStepSign } from '#core/timed-session/step-times.ts'
import type { RoutineWithTiming, TimedRoutine } from '#core/timed-session/timed-routine.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import type { RecordResult } from '#web/store/current-store.ts'
import { newPracticeId } from '#web/store/new-ids.ts'
import { resumeSavedSession, sessionSlot, type SavedSession } from '#web/store/saved-session.ts'
import { timedList, timedRoutineRules } from './timed/in-time-later.ts'
import { reconcileSession, isTempoAlreadySaved } from './routine.ts'
import { savedDetails } from './saved-details.ts'
import { useReportRoutineEnd } from './use-report-routine-end.ts'
import { useUndoToast } from './use-undo-toast.ts'

type Update = (session: PracticeSession) => PracticeSession

/** The routine of the practice screen and the functions that change it. */
export type Routine = {
  /** Null until the persisted session has been read. */
  readonly session: PracticeSession | null
  /** What the routine knows of its time; null for one without a time. */
  readonly timed: TimedRoutine | null
  /** Changes the session. Next and Skip share the time of a timed routine anew (rule TS8). */
  readonly change: (update: Update) => void
  /** Begins a routine, with or without a time, in place of the current one. */
  readonly begin: (routine: RoutineWithTiming) => void
  /** Counts the time since the last sign of life (rules TC1, TS11). */
  readonly sign: (isClicking: boolean) => void
  /**
   * Stores a tempo for a part together with the next step, then continues there and offers Undo. A tempo that this
   * routine has already saved for the part is not stored again (rule PX34).
   */
  readonly save: (part: QueuedPart, tempo: Bpm) => Promise<RecordResult>
}

/**
 * Returns the current routine. It survives a reload, skips a step whose part is deleted, and expires after hours even
 * in an open page (rule PX21). The last saved tempo can be undone also after a reload (rule PX31).
 *
 * @param initial a routine to start with instead of the persisted one, or null
 */
export function useRoutine(library: Library, initial: PracticeSession | null): Routine {
  const offerUndo = useUndoToast()
  const [slot] = useState(sessionSlot)
  const [shown, setShown] = useState<RoutineWithTiming | null>(null)
  // Persisting must not wait for React's next render.
  const latest = useRef<SavedSession>({
    session: SESSION_OVERVIEW,
    timed: null,
    at: 0,
  })

  function show(saved: SavedSession) {
    latest.current = saved
    setShown(saved)
  }

  function offerLastUndo(session: PracticeSession) {
    const last = lastSavedPart(session)
    if (last !== null) offerUndo(last.part, last.part.saved?.tempo ?? last.part.tempo, last.undo)
  }

  const resume = useEffectEvent((saved: SavedSession) => {
    show(saved)
    if (initial !== null) return begin({ session: initial, timed: null })
    offerLastUndo(reconcileSession(saved.session, library))
  })

  useEffect(() => {
    let isCurrent = true
    void slot.read().then(async saved => {
      if (saved.timed !== null) await timedList.load().catch(() => undefined)
      if (isCurrent) resume(saved)
    })
    return () => {
      isCurrent = false
    }
  }, [slot])

  function updated(update: Update): SavedSession {
    const session = reconcileSession(latest.current.session, library)
    const at = Date.now()
    const after = update(session)
    const { timed, times = NO_STEP_TIMES } = latest.current
    const now = timedRoutineRules()?.followRoutine({ session, timed }, after, at) ?? { session: after, timed }
    // From what was there before, because reconciling takes out what was undone.
    return { ...now, times: followSteps(times, latest.current.session, now.session, at), at }
  }

  function keep(next: SavedSession) {
    show(next)
    slot.keep(next)
  }

  function change(update: Update) {
    keep(updated(update))
  }

  function begin(routine: RoutineWithTiming) {
    const at = Date.now()
    keep({ ...routine, times: followSteps(NO_STEP_TIMES, SESSION_OVERVIEW, routine.session, at), at })
  }

  function sign(isClicking: boolean) {
    const { timed, times = NO_STEP_TIMES } = latest.current
    const now = Date.now()
    // Nothing on the screen depends on it, and the next change persists it.
    latest.current = {
      ...latest.current,
      timed: timed && (timedRoutineRules()?.recordActivity(timed, now, isClicking) ?? timed),
      times: withStepSign(times, now, isClicking),
    }
  }

  async function save(part: QueuedPart, tempo: Bpm): Promise<RecordResult> {
    const { pieceId, partId } = part
    const known = library.parts.get(partId)
    if (isTempoAlreadySaved(part, tempo, known)) {
      change(goToNextStep)
      return { kind: 'saved' }
    }
    const id = newPracticeId()
    const before = {
      currentTempo: known?.currentTempo ?? part.startTempo,
      lastPracticed: known?.lastPracticed ?? null,
    }
    const after: Update = session => recordSavedTempo(session, part, { practiceId: id, tempo }, before)
    const { timed, times = NO_STEP_TIMES, session } = latest.current
    const details = savedDetails({ part, before, timed, times, session, now: Date.now() })
    const intention: Intention = {
      kind: 'practice.add',
      args: { id, pieceId, partId, tempo, ...details },
    }
    const recorded = await slot.record(intention, () => updated(after))
    // Repeated, because the user may have continued while it was being stored.
    if (recorded.kind === 'saved') {
      change(after)
      offerUndo(part, tempo, { practiceId: id, before })
    }
    return recorded
  }

  const comeBack = useEffectEvent(() => {
    const isBack = document.visibilityState === 'visible'
    if (isBack && shown !== null) show(resumeSavedSession(latest.current, Date.now()))
  })

  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack)
    window.addEventListener('pageshow', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', comeBack)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])

  const session = shown && reconcileSession(shown.session, library)
  useReportRoutineEnd(session?.kind ?? null)
  useBlockReload(session?.kind === 'step')

  return { session, timed: shown?.timed ?? null, change, begin, sign, save }
}
