import type { Day } from '#core/library/day.ts'
import { parsePartId, type PartId } from '#core/library/piece.ts'

/** The parts that the user does not want today; of another day it means nothing (rule PX45). */
export type PutOff = { readonly day: Day; readonly parts: readonly PartId[] }

/** Parses the persisted parts; null if there are none or in an unknown form. */
export function parsePutOff(kept: unknown): PutOff | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { day, parts } = kept as Record<string, unknown>
  if (typeof day !== 'number' || !Array.isArray(parts)) return null
  return { day: day as Day, parts: parts.map(parsePartId).filter(part => part !== null) }
}

/** Returns the parts put off on a day. */
export const putOffOn = (putOff: PutOff | null, today: Day): readonly PartId[] =>
  putOff?.day === today ? putOff.parts : []
