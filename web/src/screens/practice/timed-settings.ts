import type { Day } from '#core/library/day.ts'
import { parsePartId, parsePieceId, type PartId, type PieceId } from '#core/library/piece.ts'
import { integerWithinOrNull } from '#core/music/tempo.ts'

export const MIN_SESSION_MINUTES = 5
export const MAX_SESSION_MINUTES = 180

/** Returns null for a missing or invalid value. Null means all parts without a time limit (rule PX43). */
export const parseSessionMinutes = (kept: unknown): number | null =>
  integerWithinOrNull(kept, MIN_SESSION_MINUTES, MAX_SESSION_MINUTES)

export type PostponedItems = {
  readonly day: Day
  readonly parts: readonly PartId[]
  readonly runThroughs: readonly PieceId[]
}

export function parsePostponedItems(kept: unknown): PostponedItems | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { day, parts, runThroughs } = kept as Record<string, unknown>
  if (typeof day !== 'number' || !Array.isArray(parts) || !Array.isArray(runThroughs)) return null
  return {
    day: day as Day,
    parts: parts.map(parsePartId).filter(part => part !== null),
    runThroughs: runThroughs.map(parsePieceId).filter(piece => piece !== null),
  }
}

export const postponedItemsOn = (putOff: PostponedItems | null, today: Day): PostponedItems =>
  putOff?.day === today ? putOff : { day: today, parts: [], runThroughs: [] }

const LONG_ROTATION_DAYS = 60

export const rotationWeeksIfLong = (fullRotationDays: number | null): number | null =>
  fullRotationDays !== null && fullRotationDays > LONG_ROTATION_DAYS ? Math.round(fullRotationDays / 7) : null
