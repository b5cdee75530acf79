import type { Intention, PastIntention } from '#core/change.ts'
import { currentStore, type Recorded } from './current-store.ts'

/**
 * Stores what the musician wants and resolves when it is safe on this device; the screen shows it from then on,
 * with or without a network. Never rejects (rules ST1, ST2).
 */
export const recordChange = (intention: Intention): Promise<Recorded> => recordChanges([intention])

/** Several intentions in one transaction: all of them are stored, or none (rule ST3). */
export async function recordChanges(intentions: readonly Intention[]): Promise<Recorded> {
  const store = currentStore.get()
  if (store === null) return { kind: 'failed' }
  return store.record(intentions)
}

/** Several intentions that were carried out before, each at its own time, in one transaction (rules ME9, ST3). */
export async function recordPast(past: readonly PastIntention[]): Promise<Recorded> {
  const store = currentStore.get()
  if (store === null) return { kind: 'failed' }
  return store.record(
    past.map(({ intention }) => intention),
    past.map(({ at }) => at),
  )
}
