import { parsePartId, type PartId } from '#core/library/piece.ts'
import type { PracticeSession } from '#core/practice/practice-session.ts'

/** A place in a routine: the overview, the step of a part, or the end. */
export type RoutinePlace = 'overview' | PartId | 'finished'

/**
 * State of a history entry of a routine, so that Back and Forward lead through its steps (rule PX33). All entries have
 * the same address; an entry of the overview has no state.
 */
export type RoutineEntry = {
  readonly place: PartId | 'finished'
  /** The place of the entry below, if it belongs to the same routine. */
  readonly below: RoutinePlace | null
  /** Number of entries of the same routine below, including the overview it was started from. */
  readonly depth: number
}

/** The navigation needed to update the browser's history. */
export type HistoryMove =
  | { readonly kind: 'none' }
  | { readonly kind: 'push' | 'replace'; readonly entry: RoutineEntry }
  /** Goes back to the entry from which the routine began. */
  | { readonly kind: 'rewind'; readonly by: number }

/** Returns the place of a session in its routine. */
export const routinePlace = (session: PracticeSession): RoutinePlace =>
  session.kind === 'step' ? (session.queue[session.index]?.partId ?? 'overview') : session.kind

/** Parses the state of a history entry; null if it is no routine's. */
export function parseRoutineEntry(state: unknown): RoutineEntry | null {
  if (typeof state !== 'object' || state === null) return null
  const { place, below, depth } = state as Record<string, unknown>
  const at = place === 'finished' ? place : parsePartId(place)
  if (at === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  const isNamed = below === 'overview' || below === 'finished'
  return { place: at, below: isNamed ? below : parsePartId(below), depth }
}

/**
 * Returns the navigation that makes the history match the routine. A step forward and a jump from the list push an
 * entry; one step back and a part deleted on another device replace the current entry; a routine that ended or was left
 * goes back over all its entries.
 *
 * @param entry the state of the current history entry
 * @param before the routine's previous place; null after mounting
 */
export function navigationForRoutine(
  session: PracticeSession,
  entry: RoutineEntry | null,
  before: RoutinePlace | null,
): HistoryMove {
  const place = routinePlace(session)
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
function isAhead(session: PracticeSession, place: RoutinePlace): boolean {
  if (session.kind === 'overview') return false
  const from = session.queue.findIndex(({ partId }) => partId === place)
  return from >= 0 && (session.kind === 'finished' || session.index !== from - 1)
}
