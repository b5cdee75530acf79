import type { Intention, PastIntention } from '#core/library/change.ts'
import { currentStore, type RecordChangeResult } from './current-store.ts'

/**
 * Stores an intention and resolves when it is on disk. Screens then show its effect, online or offline. Never rejects
 * (rules ST1, ST2).
 */
export const recordChange = (intention: Intention): Promise<RecordChangeResult> => recordChanges([intention])

/** Stores several intentions in one transaction, or none of them (rule ST3). Never rejects. */
export async function recordChanges(intentions: readonly Intention[]): Promise<RecordChangeResult> {
  const store = currentStore.get()
  if (store === null) return { kind: 'failed' }
  return store.record(intentions)
}

/** Stores several intentions with their original times in one transaction (rules ME9, ST3). Used by the import. */
export async function recordPastChanges(past: readonly PastIntention[]): Promise<RecordChangeResult> {
  const store = currentStore.get()
  if (store === null) return { kind: 'failed' }
  return store.record(
    past.map(({ intention }) => intention),
    { times: past.map(({ at }) => at) },
  )
}
