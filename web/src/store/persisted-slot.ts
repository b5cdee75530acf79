import type { OpenStore, PersistedValueKey } from './store-interface.ts'
import { createLatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/**
 * Reads the stored value of a key. Returns `kept`, which resolves to this value or to null if there is none, and
 * `keep`, a function that stores a new value. `keep` always writes to the given store, so that input never reaches the
 * database of a user who signs in later. If `store` is null, nothing is stored.
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
