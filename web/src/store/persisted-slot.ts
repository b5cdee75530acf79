import type { OpenStore, PersistedValueKey } from './store-interface.ts'
import { createLatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/**
 * Starts to read the value that is stored in `store` under the key `name`. Returns `kept`, a promise of this value
 * (null if there is none), and `keep`, a function that stores a new value under this key. `keep` always writes to
 * `store`, even if another user signs in later, so that input never reaches the database of another user. If `store` is
 * null, `kept` resolves to null and `keep` stores nothing.
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
