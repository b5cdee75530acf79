import type { BillingInterval, Price } from '#core/plan/prices.ts'
import { postCheckout } from '#web/api/billing-calls.ts'
import { checkSession, sessionState } from '#web/identity/session-state.ts'
import type { Purchase } from '#web/kit/begin-purchase.ts'
import { currentLanguage } from '#web/language/language.ts'
import { trackEvent, flushEvents } from '#web/analytics/analytics.ts'
import { clearProPrices } from './pro-prices.ts'

/** The redirect to the checkout waits at most this long for the analytics event. */
const LONGEST_WAIT_MS = 1000

const sleep = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/**
 * Requests a checkout page from the server. The event is recorded only when the browser goes there. A user who has
 * closed the dialog meanwhile is not redirected (rule UP5), and neither is one who saw a price other than the one that
 * would be charged, for example because they paid in another currency on another device (rule UP10).
 */
export async function beginPurchase(interval: BillingInterval, shown: Price | null): Promise<Purchase> {
  const session = sessionState.get()
  if (session.kind !== 'signed-in') return { kind: 'signed-out' }
  const checkout = await postCheckout(session.user.id, interval, currentLanguage())
  if (checkout.kind === 'checkout') {
    const { url, currency, value } = checkout
    if (shown !== null && (shown.currency !== currency || shown.value !== value)) {
      clearProPrices()
      return { kind: 'other-price' }
    }
    return {
      kind: 'begun',
      leave() {
        trackEvent({ name: 'begin_checkout', currency, value })
        // What is neither sent nor stored when the page unloads may be lost.
        void Promise.race([flushEvents(), sleep(LONGEST_WAIT_MS)]).then(() => location.assign(url))
      },
    }
  }
  if (checkout.kind === 'offline') return checkout
  if (checkout.kind !== 'problem') return { kind: 'failed' }
  if (checkout.status === 401) {
    // Updates the session, so that the screens show the expiry and offer to sign in again.
    await checkSession()
    return { kind: 'signed-out' }
  }
  if (checkout.code !== 'already-pro') return { kind: 'failed' }
  // Pro was bought on another device or in another tab, and this one has not been notified yet.
  await checkSession()
  return { kind: 'already-pro' }
}
