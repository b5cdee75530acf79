import type { BillingInterval, Price } from '#core/plan/prices.ts'
import { postCheckout } from '#web/api/billing-calls.ts'
import type { UserIdentity } from '#web/identity/user-identity.ts'
import type { PurchaseResult } from './begin-purchase.ts'
import { currentLanguage } from '#web/language/language.ts'
import { clearProPrices } from './pro-prices.ts'

/**
 * Requests a checkout page from the server. If it succeeds, the result contains the function `leave`, which records an
 * analytics event and opens the page. Fails with 'other-price' if the page would charge a different price than `shown`,
 * for example because the user once paid in another currency (rules UP5, UP10).
 *
 * @param shown the price on the screen, or null if none is shown
 */
export async function beginPurchase(
  identity: UserIdentity,
  interval: BillingInterval,
  shown: Price | null,
): Promise<PurchaseResult> {
  const session = identity.state.get()
  if (session.kind !== 'signed-in') return { kind: 'signed-out' }
  const checkout = await postCheckout(session.user.id, interval, currentLanguage())
  if (checkout.kind === 'checkout') {
    const { url, currency, value } = checkout
    if (shown !== null && (shown.currency !== currency || shown.value !== value)) {
      clearProPrices(identity)
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
