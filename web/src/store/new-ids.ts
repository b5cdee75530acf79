import { nanoid } from 'nanoid'
import type { ChangeId } from '#core/library/change.ts'
import { PART_ID_LENGTH, type PartId, type PieceId, type PracticeId } from '#core/library/piece.ts'
import type { RunThroughId } from '#core/library/practice-details.ts'

/** Returns a new id of a piece. Ids are created on the device, so that adding works offline. */
export const newPieceId = () => newUuid() as PieceId
/** Returns a new id of a part. */
export const newPartId = () => nanoid<PartId>(PART_ID_LENGTH)
/** Returns a new id of a practice entry. */
export const newPracticeId = () => newUuid() as PracticeId
/** Returns a new id of a run-through. */
export const newRunThroughId = () => newUuid() as RunThroughId
/** Returns a new id of a change. */
export const newChangeId = () => newUuid() as ChangeId

/**
 * Returns a random UUID (version 4). It also works on a development server over plain HTTP, where the browser offers
 * no crypto.randomUUID.
 */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => versioned(byte, at).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

// RFC 9562: version 4 in the seventh byte, the variant in the ninth.
function versioned(byte: number, at: number): number {
  if (at === 6) return (byte & 0x0f) | 0x40
  return at === 8 ? (byte & 0x3f) | 0x80 : byte
}
