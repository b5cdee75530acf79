import { nanoid } from 'nanoid'
import type { ChangeId } from '#core/library/change.ts'
import { PART_ID_LENGTH, type PartId, type PieceId, type PracticeEntryId } from '#core/library/piece.ts'
import type { RunThroughId } from '#core/library/practice-details.ts'

/** Generates a UUID for a new piece. Devices generate ids themselves, so that adding works offline. */
export const newPieceId = () => newUuid() as PieceId
/** Generates a random id (nanoid) for a new part. */
export const newPartId = () => nanoid<PartId>(PART_ID_LENGTH)
/** Generates a UUID for a new practice entry. */
export const newPracticeEntryId = () => newUuid() as PracticeEntryId
/**
 * Generates a UUID for a run-through (playing a piece once without stopping). All practice entries of the run-through
 * get it.
 */
export const newRunThroughId = () => newUuid() as RunThroughId
/** Generates a UUID for a change to the library. The server recognizes a change that is sent again by this id. */
export const newChangeId = () => newUuid() as ChangeId

/**
 * Generates a random UUID (version 4). Also works over plain HTTP on a development server, where crypto.randomUUID is
 * missing.
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
