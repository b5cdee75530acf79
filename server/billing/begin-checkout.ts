import type { Stripe } from 'stripe'
import { priceOf } from '#core/prices.ts'
import type { BillingInterval, Currency, Price } from '#core/prices.ts'
import type { User } from '#server/identity/find-session.ts'
import { giveUpLease, handOut, keepCustomer, leaseAccount } from './billing-account.ts'
import type { Lease } from './billing-account.ts'
import { faultOf, idempotencyKey, isMissing, isStripeError, isUnanswered } from './billing.ts'
import type { Billing } from './billing.ts'
import { checkoutParameters } from './checkout-terms.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import type { PriceCheck } from './price-check.ts'
import { stripeRoleOf } from './stripe-role.ts'

export type Wanted = { interval: BillingInterval; language: string }

export type BegunCheckout =
  | ({ kind: 'begun'; sessionId: string; url: string } & Price)
  | { kind: 'already-pro' }
  | { kind: 'failed' }

/** Whoever has paid and closed the page before it led back is Pro after so long, even if no notice ever came. */
const FIRST_CHECK_MILLISECONDS = 1_800_000

/**
 * A page to pay on for one user, of which there is never more than one: an open one with the same terms is handed out
 * again, any other is closed before (rule BI13). Whoever already pays, by our rows or by Stripe's, gets none. What
 * fails leaves nothing behind that anybody could pay.
 */
export async function beginCheckout(
  billing: Billing,
  checkPrice: PriceCheck,
  user: Pick<User, 'id' | 'email'>,
  wanted: Wanted,
): Promise<BegunCheckout> {
  const lease = await leaseAccount(billing, user.id)
  if (lease === null) return { kind: 'failed' }
  let answered = true
  try {
    return await withLease(billing, checkPrice, { lease, email: user.email }, wanted)
  } catch (error) {
    answered = !isUnanswered(error)
    if (!isStripeError(error)) throw error
    billing.log.error({ stripe: faultOf(error) }, 'a checkout could not be begun')
    return { kind: 'failed' }
  } finally {
    await giveUpLease(billing, lease, answered)
  }
}

type Buyer = { lease: Lease; email: string }

async function withLease(
  billing: Billing,
  checkPrice: PriceCheck,
  buyer: Buyer,
  { interval, language }: Wanted,
): Promise<BegunCheckout> {
  const { db, settings, origin } = billing
  const { lease } = buyer
  const customer = await customerOf(billing, buyer)
  if (customer === null) return { kind: 'failed' }
  const price = { ...priceOf(interval, language), ...boundCurrency(customer) }
  if (!(await checkPrice(price.currency, interval))) return { kind: 'failed' }

  const parameters = checkoutParameters({
    origin,
    userId: lease.userId,
    customerId: customer.id,
    price: settings.prices[price.currency][interval],
    language,
  })
  const open = await keepOneOpen(billing.stripe, customer.id, parameters.metadata.terms)
  // After the other pages were closed: whoever has just paid on one of them is seen here.
  await fetchSubscriptions(billing, { userId: lease.userId, customerId: customer.id })
  if ((await stripeRoleOf(db, lease.userId)) === 'pro') return { kind: 'already-pro' }

  const session = open ?? (await createSession(billing.stripe, lease, parameters))
  const { id: sessionId, url, expires_at: expiresAt } = session
  if (typeof url !== 'string') return { kind: 'failed' }
  // Too slow, and the next one had its turn: nobody has seen this page, so nobody can pay on it.
  if (!(await handOut(billing, lease, expiresAt * 1000, FIRST_CHECK_MILLISECONDS))) return { kind: 'failed' }
  return { kind: 'begun', sessionId, url, ...price }
}

/** The user as a customer of Stripe, made where there is none or it was deleted there. Null where the turn was over. */
async function customerOf(billing: Billing, { lease, email }: Buyer): Promise<Stripe.Customer | null> {
  const { stripe } = billing
  const known = lease.customerId === null ? null : await knownCustomer(stripe, lease.customerId)
  if (known !== null) return known
  const parameters = { email, metadata: { userId: lease.userId } }
  const key = idempotencyKey('customer', parameters, lease.customerId)
  const made = await stripe.customers.create(parameters, { idempotencyKey: key })
  return (await keepCustomer(billing, lease, made.id)) ? made : null
}

async function knownCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted === true ? null : customer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The currency of whoever has paid before: Stripe takes no other from them (D9). */
function boundCurrency({ currency }: Stripe.Customer): { currency?: Currency } {
  const bound = currency?.toUpperCase()
  return bound === 'EUR' || bound === 'USD' ? { currency: bound } : {}
}

/** Closes every page that could be paid on but one with these terms, which is given back if there is one. */
async function keepOneOpen(
  stripe: Stripe,
  customer: string,
  terms: string,
): Promise<Stripe.Checkout.Session | null> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  const kept = data.find(({ metadata, url }) => metadata?.['terms'] === terms && typeof url === 'string')
  for (const { id } of data.filter(session => session !== kept)) await expire(stripe, id)
  return kept ?? null
}

async function expire(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    // Paid on or run out meanwhile; which of them, the subscriptions tell.
    if (!isStripeError(error) || error.statusCode !== 400) throw error
  }
}

/** One that was asked for and may be in the air, because no answer came, is not made a second time. */
const createSession = (
  stripe: Stripe,
  { userId, attempt }: Lease,
  parameters: Stripe.Checkout.SessionCreateParams,
) =>
  stripe.checkout.sessions.create(parameters, {
    idempotencyKey: idempotencyKey('checkout', userId, attempt, parameters),
  })

/** Closes every page on which this customer could still pay. */
export async function closeCheckouts(stripe: Stripe, customer: string): Promise<void> {
  await keepOneOpen(stripe, customer, '')
}
