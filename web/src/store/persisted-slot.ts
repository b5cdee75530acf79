import type { OpenStore, PersistedValueKey } from './store-interface.ts'
import { createLatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/**
 * Returns the stored value of a key with a function that replaces it. Both use the same store, so that input never
 * reaches the database of a later user. Without a store nothing is stored.
 */
export function createPersistedSlot(
  store: OpenStore | null,
  name: PersistedValueKey,
): {
  readonly kept: Promise<unknown>
  readonly keep: (value: unknown) => void
} {
  return {
    kept: Promise.resolve(store?.readPersisted(name) ?? null),
    keep: createLatestOnlyWriter(async value => {
      await store?.persist(name, value)
    }).save,
  }
}
