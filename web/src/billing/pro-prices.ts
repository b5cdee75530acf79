import type { ProPrices } from '#core/plan/prices.ts'
import { getProPrices } from '#web/api/billing-calls.ts'
import type { UserIdentity } from '#web/identity/user-identity.ts'

// The last request of each app; the key contains the user's id.
const lastOf = new WeakMap<
  UserIdentity,
  { readonly key: string; readonly prices: Promise<ProPrices | null> }
>()

/**
 * Returns the prices of Pro for the current user. They are loaded once per user and language. Returns null if they
 * cannot be loaded or nobody is signed in; the next call then tries again (rule UP10).
 */
export function loadProPrices(identity: UserIdentity, language: string): Promise<ProPrices | null> {
  const session = identity.state.get()
  if (session.kind !== 'signed-in') return Promise.resolve(null)
  const key = `${session.user.id} ${language}`
  const known = lastOf.get(identity)
  if (known?.key === key) return known.prices
  const prices = getProPrices(session.user.id, language).then(answer =>
    answer.kind === 'prices' ? answer.prices : null,
  )
  lastOf.set(identity, { key, prices })
  void prices.then(found => {
    if (found === null && lastOf.get(identity)?.prices === prices) lastOf.delete(identity)
  })
  return prices
}

/** Clears the cached prices of Pro, so that the next call of loadProPrices requests them from the server again. */
export function clearProPrices(identity: UserIdentity): void {
  lastOf.delete(identity)
}
