import type { BillingInterval, ProPrices } from '#core/plan/prices.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import { type RequestFailure } from './send-request.ts'

/** URL of a checkout page at Stripe, on which users buy Pro, and the price that this page charges. */
export type CheckoutPage = ResponseOf<typeof operations.postCheckout>

/**
 * Creates a checkout page at Stripe, on which the user can buy Pro (rule BI26).
 *
 * @param language language of the page, such as 'de'
 */
export async function postCheckout(
  userId: string,
  interval: BillingInterval,
  language: string,
): Promise<({ kind: 'checkout' } & CheckoutPage) | RequestFailure> {
  const answer = await call(operations.postCheckout, { userId, body: { interval, language } })
  return answer.kind === 'answer' ? { kind: 'checkout', ...answer.body } : answer
}

/** Fetches the prices of Pro for the user (rule BI27). */
export async function getProPrices(
  userId: string,
  language: string,
): Promise<{ kind: 'prices'; prices: ProPrices } | RequestFailure> {
  const answer = await call(operations.getPrices, { userId, parameters: { language } })
  return answer.kind === 'answer' ? { kind: 'prices', prices: answer.body } : answer
}

/** Creates a page at Stripe on which the user can manage the subscription. */
export async function postPortalSession(
  userId: string,
): Promise<{ kind: 'portal'; url: string } | RequestFailure> {
  const answer = await call(operations.postPortal, { userId, body: {} })
  return answer.kind === 'answer' ? { kind: 'portal', url: answer.body.url } : answer
}

/**
 * Makes the server update the user's plan from Stripe. Returns the plan, 'pro' or null for Free, or undefined if the
 * request fails.
 */
export async function postPlanRefresh(userId: string): Promise<StripeRole | undefined> {
  const answer = await call(operations.postPlanRefresh, { userId, body: {} })
  return answer.kind === 'answer' ? answer.body.stripeRole : undefined
}
