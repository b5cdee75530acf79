import { currentStore, type PersistedName } from './current-store.ts'
import { createLatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/**
 * Returns functions that read and persist a value in the current user's database, so that no input ends up in the
 * database of a user who signs in later.
 */
export function persistedSlot(name: PersistedName): {
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
