import { parsePartId, type PartId } from '#core/library/piece.ts'
import type { PracticeSession } from '#core/practice/practice-session.ts'

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
export const routinePosition = (session: PracticeSession): RoutinePosition =>
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
