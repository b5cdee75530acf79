import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { isCurrency, type BillingInterval, type Price, type ProPrices } from '#core/plan/prices.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import { requestApi } from './request.ts'
import { isObject, type RequestFailure } from './send-request.ts'

/** URL of a checkout page at Stripe, on which users buy Pro, and the price that this page charges. */
export type CheckoutPage = { readonly url: string } & Price

const unexpected: RequestFailure = { kind: 'unexpected', status: 201 }

/**
 * Creates a checkout page at Stripe, on which the user can buy Pro (POST /api/v1/billing/checkout-sessions, rule BI26).
 *
 * @param language language of the page, such as 'de'
 */
export async function postCheckout(
  userId: string,
  interval: BillingInterval,
  language: string,
): Promise<({ kind: 'checkout' } & CheckoutPage) | RequestFailure> {
  const body = { interval, language }
  const answer = await requestApi(
    'POST',
    '/api/v1/billing/checkout-sessions',
    body,
    expectedUserHeader(userId),
  )
  if (answer.kind !== 'answer') return answer
  const checkout = parseCheckoutPage(answer.body)
  return checkout === null ? unexpected : { kind: 'checkout', ...checkout }
}

/** Fetches the prices of Pro for the user (GET /api/v1/billing/prices, rule BI27). */
export async function getProPrices(
  userId: string,
  language: string,
): Promise<{ kind: 'prices'; prices: ProPrices } | RequestFailure> {
  const path = `/api/v1/billing/prices?language=${language}`
  const answer = await requestApi('GET', path, undefined, expectedUserHeader(userId))
  if (answer.kind !== 'answer') return answer
  const prices = parseProPrices(answer.body)
  return prices === null ? { kind: 'unexpected', status: 200 } : { kind: 'prices', prices }
}

/** Creates a page at Stripe on which the user can manage the subscription (POST /api/v1/billing/portal-sessions). */
export async function postPortalSession(
  userId: string,
): Promise<{ kind: 'portal'; url: string } | RequestFailure> {
  const answer = await requestApi('POST', '/api/v1/billing/portal-sessions', {}, expectedUserHeader(userId))
  if (answer.kind !== 'answer') return answer
  const url = isObject(answer.body) ? webAddress(answer.body['url']) : null
  return url === null ? unexpected : { kind: 'portal', url }
}

/**
 * Makes the server update the user's plan from Stripe (POST /api/v1/billing/refresh). Returns the plan, 'pro' or null
 * for Free, or undefined if the request fails.
 */
export async function postPlanRefresh(userId: string): Promise<StripeRole | undefined> {
  const answer = await requestApi('POST', '/api/v1/billing/refresh', {}, expectedUserHeader(userId))
  if (answer.kind !== 'answer' || !isObject(answer.body)) return undefined
  return answer.body['stripeRole'] === 'pro' ? 'pro' : null
}

/** Parses the monthly and the yearly price of Pro in a response of the server. Returns null if they are invalid. */
export function parseProPrices(input: unknown): ProPrices | null {
  if (!isObject(input)) return null
  const { currency, month, year } = input
  if (!isCurrency(currency) || typeof month !== 'number' || typeof year !== 'number') return null
  return { currency, month, year }
}

/**
 * Parses the URL and the price of a Stripe checkout page in a response of the server. Returns null if they are invalid.
 */
export function parseCheckoutPage(input: unknown): CheckoutPage | null {
  if (!isObject(input)) return null
  const { currency, value } = input
  const url = webAddress(input['url'])
  if (url === null || !isCurrency(currency) || typeof value !== 'number') return null
  return { url, currency, value }
}

/**
 * Returns an http(s) address the browser may navigate to, or null. Script and application schemes are rejected (rule
 * UP6).
 */
function webAddress(input: unknown): string | null {
  if (typeof input !== 'string' || !URL.canParse(input)) return null
  return /^https?:$/.test(new URL(input).protocol) ? input : null
}
