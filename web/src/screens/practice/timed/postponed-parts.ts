import type { Day } from '#core/library/day.ts'
import { parsePartId, parsePieceId, type PartId, type PieceId } from '#core/library/piece.ts'

/**
 * The parts and run-throughs (playing a piece once without stopping) that the user has postponed with "Not today". They
 * are postponed only on `day` (rule PX43).
 */
export type PostponedParts = {
  readonly day: Day
  readonly parts: readonly PartId[]
  readonly runThroughs: readonly PieceId[]
}

/**
 * Parses the persisted parts and run-throughs that the user has postponed with "Not today". Returns null if the value
 * is invalid.
 */
export function parsePostponedParts(kept: unknown): PostponedParts | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { day, parts, runThroughs } = kept as Record<string, unknown>
  if (typeof day !== 'number' || !Array.isArray(parts) || !Array.isArray(runThroughs)) return null
  return {
    day: day as Day,
    parts: parts.map(parsePartId).filter(part => part !== null),
    runThroughs: runThroughs.map(parsePieceId).filter(piece => piece !== null),
  }
}

/**
 * Returns the parts and run-throughs that the user has postponed on the given day. The lists are empty if the user
 * has postponed nothing, or only on another day.
 *
 * @param putOff the stored postponed parts and run-throughs with their day, or null if there are none
 */
export const postponedPartsOn = (putOff: PostponedParts | null, today: Day): PostponedParts =>
  putOff?.day === today ? putOff : { day: today, parts: [], runThroughs: [] }
