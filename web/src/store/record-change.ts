import type { Intention, PastIntention, ChangeId } from '#core/library/change.ts'
import type { DeviceLibrary } from './device-library.ts'
import type { RecordChangeResult } from './store-interface.ts'
import { nanoid } from 'nanoid'
import { PART_ID_LENGTH, type PartId, type PieceId, type PracticeEntryId } from '#core/library/piece.ts'
import type { RunThroughId } from '#core/library/piece.ts'

/** Stores an intention on this device, so that screens show it at once (rule ST1). Never rejects. */
export const recordChange = (device: DeviceLibrary, intention: Intention): Promise<RecordChangeResult> =>
  recordChanges(device, [intention])

/** Stores all intentions in one transaction, or none. */
export async function recordChanges(
  device: DeviceLibrary,
  intentions: readonly Intention[],
): Promise<RecordChangeResult> {
  const store = device.store.get()
  if (store === null) return { kind: 'failed' }
  return store.record(intentions)
}

/** Like `recordChanges`, with the original times of practice that is imported (rule EX9). */
export async function recordPastChanges(
  device: DeviceLibrary,
  past: readonly PastIntention[],
): Promise<RecordChangeResult> {
  const store = device.store.get()
  if (store === null) return { kind: 'failed' }
  return store.record(
    past.map(({ intention }) => intention),
    { times: past.map(({ at }) => at) },
  )
}

/** Devices generate ids themselves, so that adding works offline. */
export const newPieceId = () => newUuid() as PieceId
export const newPartId = () => nanoid<PartId>(PART_ID_LENGTH)
export const newPracticeEntryId = () => newUuid() as PracticeEntryId
export const newRunThroughId = () => newUuid() as RunThroughId
/** The server recognizes a change that is sent again by this id. */
export const newChangeId = () => newUuid() as ChangeId

/** Random UUID (version 4), also over plain HTTP, where crypto.randomUUID is missing. */
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
