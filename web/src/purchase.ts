import type { BillingInterval } from '#core/prices.ts'
import { postCheckout } from './api/billing-calls.ts'
import { checkSession, sessionState } from './identity/session-state.ts'
import type { Purchase } from './kit/begin-purchase.ts'
import { language } from './language/language.ts'
import { report } from './outside/analytics.ts'

/**
 * Asks the server for a page to pay on. The purchase counts as begun when the browser goes there: whoever has closed
 * the dialog meanwhile is not taken away (rule UP5).
 */
export async function beginPurchase(interval: BillingInterval): Promise<Purchase> {
  const session = sessionState.get()
  if (session.kind !== 'signed-in') return { kind: 'signed-out' }
  const checkout = await postCheckout(session.user.id, interval, language())
  if (checkout.kind === 'checkout') {
    const { url, currency, value } = checkout
    return {
      kind: 'begun',
      leave() {
        report({ name: 'begin_checkout', currency, value })
        location.assign(url)
      },
    }
  }
  if (checkout.kind === 'offline') return checkout
  if (checkout.kind !== 'problem') return { kind: 'failed' }
  if (checkout.status === 401) {
    // So that the screens say so, too, and let sign in again.
    await checkSession()
    return { kind: 'signed-out' }
  }
  if (checkout.code !== 'already-pro') return { kind: 'failed' }
  // Bought on another device, or in another tab: this one has not heard of it yet.
  await checkSession()
  return { kind: 'already-pro' }
}
