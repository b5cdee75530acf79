import { nanoid } from 'nanoid'
import type { ChangeId } from '#core/change.ts'
import { PART_ID_LENGTH, type PartId, type PieceId, type PracticeId } from '#core/piece.ts'

/** Ids are made on the device, so that everything works before the server has heard of it. */
export const newPieceId = () => newUuid() as PieceId
export const newPartId = () => nanoid<PartId>(PART_ID_LENGTH)
export const newPracticeId = () => newUuid() as PracticeId
export const newChangeId = () => newUuid() as ChangeId

/**
 * A random UUID. The browser's own exists only in secure contexts, and a phone in the home network that is shown
 * a development server over plain HTTP has none.
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
