import type { Intention, PastIntention } from '#core/library/change.ts'
import type { DeviceLibrary } from './device-library.ts'
import type { RecordChangeResult } from './store-interface.ts'

/**
 * Stores a change that the user has made (an intention) on this device, so that screens show it at once, online or
 * offline. Resolves to 'saved' when the change is on disk, to 'refused' if a rule forbids it, and to 'failed' if this
 * device cannot store it. Never rejects (rules ST1, ST2).
 */
export const recordChange = (device: DeviceLibrary, intention: Intention): Promise<RecordChangeResult> =>
  recordChanges(device, [intention])

/**
 * Stores several intentions (actions of the user) in one transaction. If one of them cannot be stored, stores none
 * (rule ST3). Never rejects.
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
 * function, because it adds practice of the past (rules ME9, ST3). Never rejects.
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
