import { currentStore, type NewChange, type Recorded } from './current-store.ts'

/**
 * Stores what the musician wants and resolves when it is safe on this device; the screen shows it from then on,
 * with or without a network. Never rejects (rules ST1, ST2).
 */
export const recordChange = (change: NewChange): Promise<Recorded> => recordChanges([change])

/** Several changes in one transaction: all of them are stored, or none (rule ST3). */
export async function recordChanges(changes: readonly NewChange[]): Promise<Recorded> {
  const store = currentStore.get()
  if (store === null) return { kind: 'failed' }
  return store.record(changes)
}
