import { currentStore, type KeptName } from './current-store.ts'
import { latestOnly } from './latest-only.ts'

/**
 * What was kept under a name in the database of this moment's user, and the way to keep more there: nobody's words end
 * up in another's database, whoever signs in later.
 */
export function keeperOf(name: KeptName): {
  readonly kept: Promise<unknown>
  readonly keep: (value: unknown) => void
} {
  const store = currentStore.get()
  return {
    kept: Promise.resolve(store?.kept(name) ?? null),
    keep: latestOnly(async value => {
      await store?.keep(name, value)
    }),
  }
}
