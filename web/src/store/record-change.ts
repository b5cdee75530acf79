import type { Intention, PastIntention, ChangeId } from '#core/library/change.ts'
import type { DeviceLibrary } from './device-library.ts'
import type { RecordChangeResult } from './store-interface.ts'
import { nanoid } from 'nanoid'
import { PART_ID_LENGTH, type PartId, type PieceId, type PracticeEntryId } from '#core/library/piece.ts'
import type { RunThroughId } from '#core/library/piece.ts'

/**
 * Stores a change that the user has made (an intention) on this device, so that screens show it at once, online or
 * offline. Resolves to 'saved' when the change is on disk, to 'rejected' if a rule forbids it, and to 'failed' if this
 * device cannot store it. Never rejects (rule ST1).
 */
export const recordChange = (device: DeviceLibrary, intention: Intention): Promise<RecordChangeResult> =>
  recordChanges(device, [intention])

/**
 * Stores several intentions (actions of the user) in one transaction. If one of them cannot be stored, stores none
 * (rule ST1). Never rejects.
 */
export async function recordChanges(
  device: DeviceLibrary,
  intentions: readonly Intention[],
): Promise<RecordChangeResult> {
  const store = device.store.get()
  if (store === null) return { kind: 'failed' }
  return store.record(intentions)
}

/**
 * Stores several intentions (actions of the user) with their original times in one transaction. The import uses this
 * function, because it adds practice of the past (rules EX9, ST1). Never rejects.
 */
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

/** Generates a UUID for a new piece. Devices generate ids themselves, so that adding works offline. */
export const newPieceId = () => newUuid() as PieceId
export const newPartId = () => nanoid<PartId>(PART_ID_LENGTH)
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
