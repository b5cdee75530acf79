import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { currentHistoryEntry } from '#web/navigation/history-entry.ts'
import { goBack, navigate } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import {
  goToStep,
  mayGoBack,
  pauseRoutine,
  goToPreviousStep,
  type PracticeSession,
} from '#core/practice/practice-session.ts'
import { useIsScreenCurrent } from '#web/kit/use-is-screen-current.ts'
import { correctedNow } from '#web/store/clock.ts'
import { resumeSavedRoutine, type PersistedRoutine } from '#web/store/persisted-routine.ts'
import { useStore } from '#web/store/device-library.ts'
import {
  navigationForRoutine,
  routinePosition,
  parseRoutineHistoryState,
  type RoutineHistoryState,
  type RoutinePosition,
} from './routine-browser-history.ts'
import { withoutPieceInQuery } from '../piece-from-query.ts'
import type { RoutineControl } from './use-routine.ts'

/**
 * Synchronizes the browser's history with a practice routine, so that the browser's Back and Forward buttons go through
 * the steps (rule PX33). Returns the click handler of the Back button that a step itself shows.
 */
export function useRoutineBrowserHistory({ session, timed, change }: RoutineControl): () => void {
  const isShown = useIsScreenCurrent()
  const location = useLocation()
  const store = useStore()
  const isPop = location.navigationType === 'traverse'
  const place = session && routinePosition(session)
  const seen = useRef<{ key: string; place: RoutinePosition } | null>(null)
  // State of the current history entry. React renders a location later, and skips one that is replaced quickly.
  const entry = useRef<RoutineHistoryState | null>(null)
  /** The session that Back left from the first step; Forward restores it. */
  const left = useRef<PersistedRoutine | null>(null)

  function write(next: RoutineHistoryState | null, isNew = false) {
    entry.current = next
    const { pathname, search } = location
    navigate(pathname + withoutPieceInQuery(search), { state: next, replace: !isNew })
  }

  const agree = useEffectEvent((key: string, place: RoutinePosition | null) => {
    // A user who navigates elsewhere during a save is not interrupted.
    if (session === null || place === null || !isShown()) return
    const before = seen.current
    seen.current = { key, place }
    const isNew = before === null || before.key !== key
    const shown = parseRoutineHistoryState(location.state)
    if (before === null) entry.current = shown
    // The link to this screen was pressed on this screen.
    if (isNew && !isPop && shown === null && entry.current !== null) return write(entry.current)
    const move = navigationForRoutine(session, entry.current, before?.place ?? null)
    if (move.kind === 'none') return
    left.current = null
    if (move.kind !== 'rewind') return write(move.entry, move.kind === 'push')
    if (move.by === 0) return write(null)
    entry.current = null
    goBack(move.by)
  })
  const { key } = location
  // Runs before the paint, because the user may press Back as soon as the step is visible.
  useLayoutEffect(() => agree(key, place), [key, place])

  // Handles the browser's Back and Forward. The rendered location is not enough: if Back follows Skip immediately, the
  // location in between never renders.
  const onTraversed = useEffectEvent(() => {
    if (session === null || window.location.pathname !== location.pathname) return
    entry.current = parseRoutineHistoryState(currentHistoryEntry().state)
    follow(session)
  })
  useEffect(() => {
    window.addEventListener('popstate', onTraversed)
    return () => window.removeEventListener('popstate', onTraversed)
  }, [])

  function follow(now: PracticeSession) {
    const to = entry.current?.place ?? 'overview'
    if (to === routinePosition(now)) return
    if (to === 'overview') {
      left.current = { session: now, timed, at: correctedNow(store) }
      return change(pauseRoutine)
    }
    const from = now.kind !== 'overview' ? now : resumeSavedRoutine(left.current, correctedNow(store)).session
    const there = goToStep(from, to)
    if (there !== null) return change(current => goToStep(current, to) ?? there)
    // That routine has ended, or the part was deleted.
    write(now.kind === 'overview' || entry.current === null ? null : entryAt(now, entry.current))
  }

  return () => {
    if (session === null || !mayGoBack(session)) return
    if (entry.current?.below === routinePosition(goToPreviousStep(session))) goBack()
    else change(goToPreviousStep)
  }
}

/** Returns the state of an entry that matches the session, or null. */
function entryAt(session: PracticeSession, entry: RoutineHistoryState): RoutineHistoryState | null {
  const place = routinePosition(session)
  return place === 'overview' ? null : { ...entry, place }
}
