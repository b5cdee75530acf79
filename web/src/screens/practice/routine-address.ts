import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { parsePieceId, type PieceId } from '#core/library/piece.ts'
import { integerWithinOrNull } from '#core/music/tempo.ts'
import type { RoutineEvent } from '#core/practice/routine-reducer.ts'
import { type Routine, routineStepNumber } from '#core/practice/routine.ts'
import { useScreenCurrentCheck } from '#web/kit/screen.ts'
import { getCurrentHistoryEntry, goBackEntries, navigate } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'

export const pieceIdFromQuery = (search: string): PieceId | null =>
  parsePieceId(new URLSearchParams(search).get('piece'))

export type RoutineHistoryEntry = {
  /** The `step` of the URL, from 1; the number after the last step stands for the end of the routine. */
  readonly place: number
  /** The step of the previous history entry: 0 for the overview, null for an entry outside the routine. */
  readonly below: number | null
  /** How many browser history entries ago the routine began: at the overview or at a step's address. */
  readonly depth: number
}

type SearchAndState = { search: string; state: unknown }

export function parseRoutineLocation({ search, state }: SearchAndState): RoutineHistoryEntry | null {
  const place = countOf(Number(new URLSearchParams(search).get('step')))
  if (place === null || place === 0) return null
  const { below, depth } = (state ?? {}) as { below?: unknown; depth?: unknown }
  return { place, below: countOf(below), depth: countOf(depth) ?? 0 }
}

const countOf = (value: unknown) => integerWithinOrNull(value, 0, Number.MAX_SAFE_INTEGER)

export type BrowserHistoryUpdate =
  | { readonly kind: 'none' }
  | { readonly kind: 'push' | 'replace'; readonly entry: RoutineHistoryEntry }
  | { readonly kind: 'rewind'; readonly by: number }

/** `place` is the step's number, 0 for the overview. `previousPlace` is null in the first call. */
export function planBrowserHistoryUpdate(
  place: number,
  entry: RoutineHistoryEntry | null,
  previousPlace: number | null,
): BrowserHistoryUpdate {
  if (place === (entry?.place ?? 0)) return { kind: 'none' }
  if (place === 0) return { kind: 'rewind', by: entry?.depth ?? 0 }
  if (entry === null)
    return previousPlace === 0
      ? { kind: 'push', entry: { place, below: 0, depth: 1 } }
      : { kind: 'replace', entry: { place, below: null, depth: 0 } }
  return place === entry.place - 1
    ? { kind: 'replace', entry: { ...entry, place } }
    : { kind: 'push', entry: { place, below: entry.place, depth: entry.depth + 1 } }
}

/** Syncs the step with the browser's history (PX33). Returns a handler for the Back button on the screen. */
export function useRoutineBrowserHistory(
  routine: Routine | null,
  dispatch: (event: RoutineEvent) => Routine,
): () => void {
  const isShown = useScreenCurrentCheck()
  const { key, navigationType } = useLocation()
  const place = routine && routineStepNumber(routine)
  const before = useRef<number | null>(null)
  // The current history entry. While the browser is going back, this is already the one that it will arrive at.
  const entry = useRef<RoutineHistoryEntry | null>(null)

  function write(next: RoutineHistoryEntry | null, isNew = false) {
    entry.current = next
    const { pathname } = window.location
    if (next === null) return navigate(pathname, { replace: true })
    const { place: step, ...state } = next
    navigate(`${pathname}?step=${step}`, { state, replace: !isNew })
  }

  const agree = useEffectEvent((now: number | null) => {
    // A user who navigates elsewhere during a save is not interrupted.
    if (now === null || !isShown()) return
    if (before.current === null) entry.current = parseRoutineLocation(getCurrentHistoryEntry())
    const update = planBrowserHistoryUpdate(now, entry.current, before.current)
    before.current = now
    if (update.kind === 'none') return
    if (update.kind !== 'rewind') return write(update.entry, update.kind === 'push')
    if (update.by > 0) goBackEntries(update.by)
    // Waits for the browser. The routine may have begun there at a step, after a reload or by its address.
    write(null)
  })
  // Runs before the paint, because the user may press Back as soon as the step is visible.
  useLayoutEffect(() => agree(place), [place])

  // The link to this screen was pressed on a step: the step stays.
  const stay = useEffectEvent((rendered: string) => {
    const now = getCurrentHistoryEntry()
    // React renders a traversal before the listener below hears of it, and a step after an early Back.
    if (navigationType === 'traverse' || now.key !== rendered || !isShown() || entry.current === null) return
    if (parseRoutineLocation(now) === null) goBackEntries()
  })
  useEffect(() => stay(key), [key])

  // The rendered location is not enough: if Back follows Skip immediately, the location in between never renders.
  const follow = useEffectEvent(() => {
    if (routine === null || !isShown()) return
    entry.current = parseRoutineLocation(getCurrentHistoryEntry())
    const to = entry.current?.place ?? 0
    const there = routineStepNumber(dispatch({ kind: 'go', place: to }))
    // That routine has ended, or has fewer steps now.
    if (there !== to) write(there === 0 ? null : { below: null, depth: 0, ...entry.current, place: there })
  })
  useEffect(() => {
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  return () => {
    if (place === null || place < 2) return
    if (entry.current?.below === place - 1) goBackEntries()
    else dispatch({ kind: 'back' })
  }
}
