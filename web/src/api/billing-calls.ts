import { meantFor } from '#core/meant-for.ts'
import type { BillingInterval, Currency } from '#core/prices.ts'
import type { StripeRole } from '#core/plan.ts'
import { isObject, request, type Failure } from './request.ts'

/** A page of the payment provider that waits for us, and what is bought there. */
export type Checkout = { readonly url: string; readonly currency: Currency; readonly value: number }

const unexpected: Failure = { kind: 'unexpected', status: 201 }

/** Begins the purchase of Pro for the user whom this page shows (POST /api/v1/billing/checkout-sessions, rule BI26). */
export async function postCheckout(
  userId: string,
  interval: BillingInterval,
  language: string,
): Promise<({ kind: 'checkout' } & Checkout) | Failure> {
  const body = { interval, language }
  const answer = await request('POST', '/api/v1/billing/checkout-sessions', body, meantFor(userId))
  if (answer.kind !== 'answer') return answer
  const checkout = parseCheckout(answer.body)
  return checkout === null ? unexpected : { kind: 'checkout', ...checkout }
}

/** The page where a subscription is managed (POST /api/v1/billing/portal-sessions). */
export async function postPortal(userId: string): Promise<{ kind: 'portal'; url: string } | Failure> {
  const answer = await request('POST', '/api/v1/billing/portal-sessions', {}, meantFor(userId))
  if (answer.kind !== 'answer') return answer
  const url = isObject(answer.body) ? webAddress(answer.body['url']) : null
  return url === null ? unexpected : { kind: 'portal', url }
}

/** The plan as the payment provider itself knows it now (POST /api/v1/billing/refresh); undefined where nobody could say. */
export async function postRefresh(userId: string): Promise<StripeRole | undefined> {
  const answer = await request('POST', '/api/v1/billing/refresh', {}, meantFor(userId))
  if (answer.kind !== 'answer' || !isObject(answer.body)) return undefined
  return answer.body['stripeRole'] === 'pro' ? 'pro' : null
}

/** The checkout in an answer, or null when it is none. */
export function parseCheckout(input: unknown): Checkout | null {
  if (!isObject(input)) return null
  const { currency, value } = input
  const url = webAddress(input['url'])
  if (url === null || (currency !== 'EUR' && currency !== 'USD') || typeof value !== 'number') return null
  return { url, currency, value }
}

/** An address the browser may be sent to, or null: one that runs a script or opens a program is none (rule UP6). */
function webAddress(input: unknown): string | null {
  if (typeof input !== 'string' || !URL.canParse(input)) return null
  return /^https?:$/.test(new URL(input).protocol) ? input : null
}
