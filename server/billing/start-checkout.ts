import type { Stripe } from 'stripe'
import { currencyForLanguage, priceForInterval, pricesInCurrency } from '#core/plan/prices.ts'
import type { BillingInterval, Price } from '#core/plan/prices.ts'
import type { SessionUser } from '#server/identity/user-session.ts'
import {
  releaseBillingLease,
  releaseLeaseWithOpenCheckout,
  storeStripeCustomerId,
  acquireBillingLease,
} from './billing-lease.ts'
import type { BillingLease } from './billing-lease.ts'
import { stripeErrorForLog, createIdempotencyKey, isStripeError, isStripeConnectionError } from './billing.ts'
import type { BillingDependencies } from './billing.ts'
import { checkoutParameters } from './checkout-terms.ts'
import { customerCurrency, fetchStripeCustomer } from './stripe-customer.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import type { PriceCheck } from './price-check.ts'
import { loadStripeRole } from './stripe-role.ts'

/** The user's choices for a checkout: the billing interval, and the language of Stripe's page. */
export type CheckoutChoice = { interval: BillingInterval; language: string }

/** A created checkout page at Stripe, or the reason why none was created. */
export type CheckoutResult =
  | ({ kind: 'begun'; sessionId: string; url: string } & Price)
  | { kind: 'already-pro' }
  | { kind: 'failed' }

/**
 * When to ask Stripe after a checkout was opened. Makes a user Pro who paid and closed the page, even if no event ever
 * arrived.
 */
const FIRST_CHECK_MILLISECONDS = 1_800_000

/**
 * Creates a checkout page at Stripe for a user. Reuses an open page for the same price and language, and expires all
 * other open pages, so that a user has at most one (rule BI13). Returns 'already-pro' if the user already pays. Returns
 * 'failed' if Stripe fails, if the prices there differ from those that the app shows, or if another request is starting
 * a checkout for the user.
 */
export async function startCheckout(
  billing: BillingDependencies,
  checkPrice: PriceCheck,
  user: Pick<SessionUser, 'id' | 'email'>,
  wanted: CheckoutChoice,
): Promise<CheckoutResult> {
  const lease = await acquireBillingLease(billing, user.id)
  if (lease === null) return { kind: 'failed' }
  let answered = true
  try {
    return await checkoutWithLease(billing, checkPrice, { lease, email: user.email }, wanted)
  } catch (error) {
    answered = !isStripeConnectionError(error)
    if (!isStripeError(error)) throw error
    billing.log.error({ stripe: stripeErrorForLog(error) }, 'a checkout could not be begun')
    return { kind: 'failed' }
  } finally {
    await releaseBillingLease(billing, lease, answered)
  }
}

type Buyer = { lease: BillingLease; email: string }

async function checkoutWithLease(
  billing: BillingDependencies,
  checkPrice: PriceCheck,
  buyer: Buyer,
  { interval, language }: CheckoutChoice,
): Promise<CheckoutResult> {
  const { db, settings, origin } = billing
  const { lease } = buyer
  const customer = await findOrCreateCustomer(billing, buyer)
  if (customer === null) return { kind: 'failed' }
  const price = priceForInterval(
    interval,
    pricesInCurrency(customerCurrency(customer) ?? currencyForLanguage(language)),
  )
  if (!(await checkPrice(price.currency, interval))) return { kind: 'failed' }

  const parameters = checkoutParameters({
    origin,
    userId: lease.userId,
    customerId: customer.id,
    price: settings.prices[price.currency][interval],
    language,
  })
  const open = await reuseOpenCheckout(billing.stripe, customer.id, parameters.metadata.terms)
  // Checked after the other pages were expired, so that a payment on one of them is seen.
  await fetchSubscriptions(billing, { userId: lease.userId, customerId: customer.id })
  if ((await loadStripeRole(db, lease.userId)) === 'pro') return { kind: 'already-pro' }

  const session = open ?? (await createCheckoutSession(billing.stripe, lease, parameters))
  const { id: sessionId, url, expires_at: expiresAt } = session
  if (typeof url !== 'string') return { kind: 'failed' }
  // The lease expired before. Nobody has seen this page, so nobody can pay on it.
  if (!(await releaseLeaseWithOpenCheckout(billing, lease, expiresAt * 1000, FIRST_CHECK_MILLISECONDS)))
    return { kind: 'failed' }
  return { kind: 'begun', sessionId, url, ...price }
}

/**
 * Returns the user's customer at Stripe. Creates one if there is none or it was deleted there. Returns null if the
 * lease has expired.
 */
async function findOrCreateCustomer(
  billing: BillingDependencies,
  { lease, email }: Buyer,
): Promise<Stripe.Customer | null> {
  const { stripe } = billing
  const known = lease.customerId === null ? null : await fetchStripeCustomer(stripe, lease.customerId)
  if (known !== null) return known
  const parameters = { email, metadata: { userId: lease.userId } }
  const key = createIdempotencyKey('customer', parameters, lease.customerId)
  const made = await stripe.customers.create(parameters, { idempotencyKey: key })
  return (await storeStripeCustomerId(billing, lease, made.id)) ? made : null
}

/** Expires all open checkout pages of the customer except one with the same terms. Returns that one, or null. */
async function reuseOpenCheckout(
  stripe: Stripe,
  customer: string,
  terms: string,
): Promise<Stripe.Checkout.Session | null> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  const kept = data.find(({ metadata, url }) => metadata?.['terms'] === terms && typeof url === 'string')
  for (const { id } of data.filter(session => session !== kept)) await expireCheckout(stripe, id)
  return kept ?? null
}

async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    // 400: the page was paid or has expired by itself. The subscriptions tell which.
    if (!isStripeError(error) || error.statusCode !== 400) throw error
  }
}

/** Creates a checkout session. The idempotency key keeps a request without an answer from creating a second one. */
const createCheckoutSession = (
  stripe: Stripe,
  { userId, attempt }: BillingLease,
  parameters: Stripe.Checkout.SessionCreateParams,
) =>
  stripe.checkout.sessions.create(parameters, {
    idempotencyKey: createIdempotencyKey('checkout', userId, attempt, parameters),
  })

/** Expires all open checkout pages of a customer at Stripe, so that nobody can pay on them any more. */
export async function expireOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  await reuseOpenCheckout(stripe, customer, '')
}
