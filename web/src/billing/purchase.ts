import { useCallback, useEffect, useState } from 'react'
import type { BillingInterval, Price, ProPrices } from '#core/plan/prices.ts'
import { getPrices, postCheckout } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'
import { useIdentity, type UserIdentity } from '#web/identity/user-identity.ts'
import { currentLanguage } from '#web/language/language.ts'
import { useChosenLanguage } from '#web/language/use-language.ts'

/**
 * Result of starting a purchase of Pro. On success, `leave` navigates to the checkout page. 'other-price' means that
 * the price differs from the one that the user has seen.
 */
export type PurchaseResult =
  | { readonly kind: 'begun'; readonly leave: () => void }
  | { readonly kind: 'already-pro' | 'other-price' | 'offline' | 'signed-out' | 'failed' }

/**
 * Requests a checkout page from the server. If it succeeds, the result contains the function `leave`, which records an
 * analytics event and opens the page. Fails with 'other-price' if the page would charge a different price than `shown`,
 * for example because the user once paid in another currency (rules UP3, UP2).
 *
 * @param shown the price on the screen, or null if none is shown
 */
export async function beginPurchase(
  identity: UserIdentity,
  interval: BillingInterval,
  shown: Price | null,
): Promise<PurchaseResult> {
  const session = identity.state.get()
  if (!('user' in session)) return { kind: 'signed-out' }
  const checkout = await call(postCheckout, {
    userId: session.user.id,
    body: { interval, language: currentLanguage() },
  })
  if (checkout.kind === 'answer') {
    const { url, currency, value } = checkout.body
    if (shown !== null && (shown.currency !== currency || shown.value !== value)) {
      lastOf.delete(identity)
      return { kind: 'other-price' }
    }
    return {
      kind: 'begun',
      leave() {
        identity.analytics.trackEvent({ name: 'begin_checkout', currency, value })
        location.assign(url)
      },
    }
  }
  if (checkout.kind === 'offline') return checkout
  if (checkout.kind !== 'problem') return { kind: 'failed' }
  if (checkout.status === 401) {
    // Updates the session, so that the screens show the expiry and offer to sign in again.
    await identity.refresh()
    return { kind: 'signed-out' }
  }
  if (checkout.code !== 'already-pro') return { kind: 'failed' }
  // Pro was bought on another device or in another tab, and this one has not been notified yet.
  await identity.refresh()
  return { kind: 'already-pro' }
}

// The last request of each app; the key contains the user's id.
const lastOf = new WeakMap<
  UserIdentity,
  { readonly key: string; readonly prices: Promise<ProPrices | null> }
>()

/**
 * Returns the prices of Pro for the current user. They are loaded once per user and language. Returns null if they
 * cannot be loaded or nobody is signed in; the next call then tries again (rule UP2).
 */
function loadProPrices(identity: UserIdentity, language: string): Promise<ProPrices | null> {
  const session = identity.state.get()
  if (!('user' in session)) return Promise.resolve(null)
  const key = `${session.user.id} ${language}`
  const known = lastOf.get(identity)
  if (known?.key === key) return known.prices
  const prices = call(getPrices, { userId: session.user.id, parameters: { language } }).then(answer =>
    answer.kind === 'answer' ? answer.body : null,
  )
  lastOf.set(identity, { key, prices })
  void prices.then(found => {
    if (found === null && lastOf.get(identity)?.prices === prices) lastOf.delete(identity)
  })
  return prices
}

/**
 * Returns the prices of Pro for the current user, or null while they are unknown, and a function that loads the prices
 * again. The prices are loaded again automatically when the language changes and when the network returns. Show only
 * these prices, because Stripe charges exactly them (rule UP2).
 */
export function useProPrices(): [ProPrices | null, () => void] {
  const identity = useIdentity()
  const [language] = useChosenLanguage()
  const [found, setFound] = useState<{ language: string; prices: ProPrices | null } | null>(null)

  const ask = useCallback(
    () => void loadProPrices(identity, language).then(prices => setFound({ language, prices })),
    [identity, language],
  )

  useEffect(() => {
    ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])

  // A result for the previous language is not the price that is charged now.
  return [found?.language === language ? found.prices : null, ask]
}
