import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { currentHistoryEntry, goBack, navigate } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import {
  goToStep,
  mayGoBack,
  pauseRoutine,
  goToPreviousStep,
  type PracticeSession,
} from '#core/practice/practice-session.ts'
import { useIsScreenCurrent } from '#web/kit/screen.ts'
import { correctedNow } from '#web/store/clock.ts'
import { resumeSavedRoutine, type PersistedRoutine } from '#web/store/persisted-routine.ts'
import { useStore } from '#web/store/device-library.ts'
import { withoutPieceInQuery } from '../piece-from-query.ts'
import type { RoutineControl } from './use-routine.ts'
import { parsePartId, type PartId } from '#core/library/piece.ts'

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

/** A position in a practice routine: the overview, the step of a part (given by the id of the part), or the end. */
export type RoutinePosition = 'overview' | PartId | 'finished'

/**
 * State of an entry that a practice routine adds to the browser's history. With these entries, Back and Forward go
 * through the steps of the routine (rule PX33). All of them have the same address. The entry of the overview has no
 * such state.
 */
export type RoutineHistoryState = {
  readonly place: PartId | 'finished'
  /** The position that the previous entry shows, if that entry belongs to the same routine. */
  readonly below: RoutinePosition | null
  /** Number of earlier history entries of the same routine, including the overview from which it was started. */
  readonly depth: number
}

/** A navigation that makes the browser's history match the routine after the routine has changed. */
export type BrowserHistoryUpdate =
  | { readonly kind: 'none' }
  | { readonly kind: 'push' | 'replace'; readonly entry: RoutineHistoryState }
  /** Goes back by this number of entries, to the overview from which the routine was started. */
  | { readonly kind: 'rewind'; readonly by: number }

/** Returns the current position of a practice session: the overview, the step of a part, or the end. */
const routinePosition = (session: PracticeSession): RoutinePosition =>
  session.kind === 'step' ? (session.queue[session.index]?.partId ?? 'overview') : session.kind

/** Parses the state of a history entry. Returns null if the entry does not belong to a routine. */
export function parseRoutineHistoryState(state: unknown): RoutineHistoryState | null {
  if (typeof state !== 'object' || state === null) return null
  const { place, below, depth } = state as Record<string, unknown>
  const at = place === 'finished' ? place : parsePartId(place)
  if (at === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  const isNamed = below === 'overview' || below === 'finished'
  return { place: at, below: isNamed ? below : parsePartId(below), depth }
}

/**
 * Returns the navigation that makes the browser's history match the practice routine. A step forward or a jump adds
 * an entry. One step back replaces the current entry. The current entry is also replaced if its part was deleted on
 * another device. When the user returns to the overview, by pausing or finishing the routine, the app goes back
 * over all entries of the routine.
 *
 * @param entry the state of the current history entry
 * @param before the routine's previous position, or null after mounting
 */
export function navigationForRoutine(
  session: PracticeSession,
  entry: RoutineHistoryState | null,
  before: RoutinePosition | null,
): BrowserHistoryUpdate {
  const place = routinePosition(session)
  if (place === (entry?.place ?? 'overview')) return { kind: 'none' }
  if (place === 'overview') return { kind: 'rewind', by: entry?.depth ?? 0 }
  if (entry === null) {
    return before === 'overview'
      ? { kind: 'push', entry: { place, below: 'overview', depth: 1 } }
      : { kind: 'replace', entry: { place, below: null, depth: 0 } }
  }
  return isAhead(session, entry.place)
    ? { kind: 'push', entry: { place, below: entry.place, depth: entry.depth + 1 } }
    : { kind: 'replace', entry: { ...entry, place } }
}

/** Returns whether a session went on from a place that still exists, other than one step back. */
function isAhead(session: PracticeSession, place: RoutinePosition): boolean {
  if (session.kind === 'overview') return false
  const from = session.queue.findIndex(({ partId }) => partId === place)
  return from >= 0 && (session.kind === 'finished' || session.index !== from - 1)
}
