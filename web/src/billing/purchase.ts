import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { BillingInterval, Price, ProPricesInCurrency } from '#core/plan/prices.ts'
import { getPrices, postCheckout } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'
import { useIdentityService, type IdentityService } from '#web/identity/identity-service.ts'
import { getCurrentLanguage } from '#web/language/language.ts'
import { useLanguageChoice } from '#web/language/use-language.ts'
import { persistValue, readUnvalidatedPersistedValue } from '#web/store/persisted-values.ts'

export type PrepareCheckoutResult =
  | { readonly kind: 'begun'; readonly leave: () => void }
  | { readonly kind: 'already-pro' | 'other-price' | 'offline' | 'signed-out' | 'failed' }

/** Returns 'other-price' if Stripe would charge another price or currency than those `shown` (rule UP2). */
export async function prepareCheckout(
  identity: IdentityService,
  interval: BillingInterval,
  shown: Price | null,
): Promise<PrepareCheckoutResult> {
  const session = identity.state.get()
  if (!('user' in session)) return { kind: 'signed-out' }
  const checkout = await call(postCheckout, {
    userId: session.user.id,
    body: { interval, language: getCurrentLanguage() },
  })
  if (checkout.kind === 'offline') return checkout
  if (checkout.kind === 'problem') {
    const isSignedOut = checkout.status === 401
    if (!isSignedOut && checkout.code !== 'already-pro') return { kind: 'failed' }
    // The session has ended, or Pro was bought elsewhere, and this tab has not been notified yet.
    await identity.refresh()
    return { kind: isSignedOut ? 'signed-out' : 'already-pro' }
  }
  if (checkout.kind !== 'answer') return { kind: 'failed' }
  const { url, currency, value } = checkout.body
  if (shown !== null && (shown.currency !== currency || shown.value !== value)) {
    lastOf.delete(identity)
    return { kind: 'other-price' }
  }
  return {
    kind: 'begun',
    leave() {
      persistValue(session.user.id, 'purchase begun at', location.pathname + location.search)
      identity.analytics.trackEvent({ name: 'begin_checkout', currency, value })
      location.assign(url)
    },
  }
}

/** Returns path and query of the screen that the user left to pay. Deletes them: a second call returns null. */
export function takeScreenBeforePurchase(userId: string): string | null {
  const address = readUnvalidatedPersistedValue(userId, 'purchase begun at')
  persistValue(userId, 'purchase begun at', null)
  return typeof address === 'string' ? address : null
}

function onConnectionChange(notify: () => void) {
  const until = new AbortController()
  for (const type of ['online', 'offline']) window.addEventListener(type, notify, { signal: until.signal })
  return () => until.abort()
}

export const useIsOnline = (): boolean => useSyncExternalStore(onConnectionChange, () => navigator.onLine)

// The last request of each app; the key contains the user's id.
const lastOf = new WeakMap<IdentityService, { key: string; prices: Promise<ProPricesInCurrency | null> }>()

function loadProPrices(identity: IdentityService, language: string): Promise<ProPricesInCurrency | null> {
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

/** Returns the prices that Stripe charges, or null while unknown, and a function that loads them again. */
export function useProPrices(): [ProPricesInCurrency | null, () => void] {
  const identity = useIdentityService()
  const [language] = useLanguageChoice()
  const [found, setFound] = useState<{ language: string; prices: ProPricesInCurrency | null } | null>(null)
  const isOnline = useIsOnline()

  const ask = useCallback(
    () => void loadProPrices(identity, language).then(prices => setFound({ language, prices })),
    [identity, language],
  )

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a connection that returns asks again
  useEffect(ask, [ask, isOnline])

  // A result for the previous language is not the price that is charged now.
  return [found?.language === language ? found.prices : null, ask]
}
