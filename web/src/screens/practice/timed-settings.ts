import type { Day } from '#core/library/day.ts'
import { parsePartId, parsePieceId, type PartId, type PieceId } from '#core/library/piece.ts'
import { parseWholeNumber } from '#core/music/tempo.ts'

/** Minimum number of minutes that the user can choose as the length of a timed session. */
export const MIN_SESSION_MINUTES = 5
/** Maximum number of minutes that the user can choose as the length of a timed session. */
export const MAX_SESSION_MINUTES = 180

/**
 * Parses the persisted practice time in minutes. Returns null if the value is missing or invalid. The user then
 * practices all parts without a time limit (rule PX43).
 */
export const parseSessionMinutes = (kept: unknown): number | null =>
  parseWholeNumber(kept, MIN_SESSION_MINUTES, MAX_SESSION_MINUTES)

/**
 * The parts and run-throughs that the user has postponed with "Not today". They are postponed only on `day` (rule
 * PX43).
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

const LONG_TURN_DAYS = 60

/**
 * Converts the days until every part will have been practiced once to weeks, rounded to a whole number, for a hint in
 * the list of a timed session. Returns null if there are no more than 60 days, because the hint is then unnecessary
 * (rule PX43).
 *
 * @param days the days until every part will have been practiced; null if there is no such number, for example because
 * all parts fit into today's session
 */
export const rotationWeeksIfLong = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
