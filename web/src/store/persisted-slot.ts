import { currentStore, type PersistedStateKey } from './current-store.ts'
import { createLatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/**
 * Returns the stored value of a key with a function that replaces it. Both use the database of the user at the time of
 * this call, so that input never reaches the database of a later user.
 */
export function createPersistedSlot(name: PersistedStateKey): {
  readonly kept: Promise<unknown>
  readonly keep: (value: unknown) => void
} {
  const store = currentStore.get()
  return {
    kept: Promise.resolve(store?.readPersisted(name) ?? null),
    keep: createLatestOnlyWriter(async value => {
      await store?.persist(name, value)
    }).save,
  }
}
