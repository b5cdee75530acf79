import type { Intention, IntentionWithOriginalTime, ChangeId } from '#core/library/change.ts'
import type { LibraryServices } from './library-services.ts'
import type { RecordChangeResult, RecordOptions } from './store-interface.ts'
import { nanoid } from 'nanoid'
import {
  PART_ID_LENGTH,
  type PartId,
  type PieceId,
  type PracticeEntryId,
  type RunThroughId,
} from '#core/library/piece.ts'

export const recordChange = (device: LibraryServices, intention: Intention): Promise<RecordChangeResult> =>
  recordChanges(device, [intention])

/** Stores all intentions in one transaction, or none of them. */
export async function recordChanges(
  device: LibraryServices,
  intentions: readonly Intention[],
  along?: RecordOptions,
): Promise<RecordChangeResult> {
  const store = device.store.get()
  return store === null ? { kind: 'failed' } : store.record(intentions, along)
}

export const recordPastChanges = (device: LibraryServices, past: readonly IntentionWithOriginalTime[]) =>
  recordChanges(
    device,
    past.map(({ intention }) => intention),
    { times: past.map(({ at }) => at) },
  )

export const newPieceId = () => newUuid() as PieceId
export const newPartId = () => nanoid<PartId>(PART_ID_LENGTH)
export const newPracticeEntryId = () => newUuid() as PracticeEntryId
export const newRunThroughId = () => newUuid() as RunThroughId
export const newChangeId = () => newUuid() as ChangeId

/** Version 4. Works over plain HTTP, where `crypto.randomUUID` is missing. */
export function newUuid(): string {
  const random = crypto.getRandomValues(new Uint8Array(36))
  const numberAt = (place: number, values: number) => (random[place] ?? 0) % values
  // RFC 9562: the variant is 8 to b.
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replaceAll(/[xy]/g, (sign, place: number) =>
    (sign === 'x' ? numberAt(place, 16) : 8 + numberAt(place, 4)).toString(16),
  )
}
