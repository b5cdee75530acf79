import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { priceForInterval, proPricesInCurrency, type BillingInterval, type Price } from '#core/plan/prices.ts'
import type { SessionUser } from '#server/identity/user-session.ts'
import {
  createBillingDependencies,
  deriveIdempotencyKey,
  isStripeError,
  isStripeNotFound,
  loadCustomerId,
  loadStripeRole,
  logStripeErrorOrRethrow,
} from './billing.ts'
import type { BillingDependencies, BillingServerContext } from './billing.ts'
import { verifyStripePrice, currencyForCustomer, fetchStripeCustomer } from './prices.ts'
import { cancelAtStripe, refreshSubscriptions, buildUnendedSubscriptionQuery } from './subscriptions.ts'
import type { UserAndCustomerId } from './subscriptions.ts'

export type CheckoutOptions = { interval: BillingInterval; language: string }

type Buyer = Pick<SessionUser, 'id' | 'email'>

export type CheckoutResult =
  | ({ kind: 'begun'; sessionId: string; url: string } & Price)
  | { kind: 'already-pro' }
  | { kind: 'failed' }

const MAX_TRIES = 10
const MINUTE = 60_000

/**
 * Gives a user at most one valid checkout page, so that nobody pays twice (rule BI13). Of concurrent
 * requests, one stores its page; the others expire theirs and try again.
 */
export async function startCheckout(
  billing: BillingDependencies,
  user: Buyer,
  wanted: CheckoutOptions,
): Promise<CheckoutResult> {
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const result = await tryCheckout(billing, user, wanted)
      if (result.kind !== 'overtaken') return result
    }
  } catch (error) {
    logStripeErrorOrRethrow(billing.log, 'error', error, 'a checkout could not be begun')
  }
  return { kind: 'failed' }
}

async function tryCheckout(
  billing: BillingDependencies,
  user: Buyer,
  { interval, language }: CheckoutOptions,
): Promise<CheckoutResult | { kind: 'overtaken' }> {
  const { db, now, origin, settings, stripe } = billing
  const account = await openBillingAccount(billing, user.id)
  if (account === null || account.closed_until > now()) return { kind: 'failed' }
  const customer = await findOrCreateCustomer(billing, user, account.customer_id)
  if (customer === null) return { kind: 'overtaken' }
  const price = priceForInterval(interval, proPricesInCurrency(currencyForCustomer(customer, language)))
  if (!(await verifyStripePrice(billing, price.currency, interval))) return { kind: 'failed' }

  const priceId = settings.prices[price.currency][interval]
  const open = await reuseOrExpire(stripe, account.checkout_id, priceId)
  // Asked after the old page was expired, so that a payment on it is seen.
  await refreshSubscriptions(billing, { userId: user.id, customerId: customer.id })
  if ((await loadStripeRole(db, user.id)) === 'pro') return { kind: 'already-pro' }
  // Paying an old invoice would revive such a subscription beside the new one.
  const asleep = buildUnendedSubscriptionQuery(db, user.id).where('status', 'in', ['unpaid', 'paused'])
  for (const { id } of await asleep.execute()) await cancelAtStripe(stripe, id)

  const parameters = checkoutParameters(origin, user.id, customer.id, priceId)
  // The key makes Stripe give the same page to tabs that ask at once, and to a retry after a lost answer.
  const idempotencyKey = deriveIdempotencyKey('checkout', account.checkout_id, parameters)
  const session = open ?? (await stripe.checkout.sessions.create(parameters, { idempotencyKey }))
  const { id: sessionId, url } = session
  if (!(await storeCheckoutPage(billing, user.id, account.checkout_id, session)) || typeof url !== 'string') {
    await expireCheckout(stripe, sessionId)
    return { kind: 'overtaken' }
  }
  return { kind: 'begun', sessionId, url, ...price }
}

async function openBillingAccount({ db }: BillingDependencies, userId: string) {
  await db
    .insertInto('billing_account')
    .columns(['user_id'])
    .expression(db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare())
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const account = await db
    .selectFrom('billing_account')
    .select(['customer_id', 'checkout_id', 'closed_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return account ?? null
}

async function findOrCreateCustomer(
  { db, stripe }: BillingDependencies,
  { id: userId, email }: Buyer,
  before: string | null,
): Promise<Stripe.Customer | null> {
  const known = before === null ? null : await fetchStripeCustomer(stripe, before)
  if (known !== null) return known
  const parameters = { email, metadata: { userId } }
  const idempotencyKey = deriveIdempotencyKey('customer', parameters, before)
  const made = await stripe.customers.create(parameters, { idempotencyKey })
  const stored = await db
    .updateTable('billing_account')
    .set({ customer_id: made.id })
    .where('user_id', '=', userId)
    .where(eb => eb.or([eb('customer_id', 'is not distinct from', before), eb('customer_id', '=', made.id)]))
    .returning('user_id')
    .executeTakeFirst()
  return stored === undefined ? null : made
}

async function reuseOrExpire(
  stripe: Stripe,
  id: string | null,
  price: string,
): Promise<Stripe.Checkout.Session | null> {
  if (id === null) return null
  try {
    const session = await stripe.checkout.sessions.retrieve(id)
    if (session.status !== 'open') return null
    if (session.metadata?.['price'] === price) return session
  } catch (error) {
    // The keys belong to another Stripe account by now.
    if (isStripeNotFound(error)) return null
    throw error
  }
  await expireCheckout(stripe, id)
  return null
}

/** Ignores status 400, which means that the checkout is already complete or expired. */
async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 400) throw error
  }
}

async function storeCheckoutPage(
  { db, now }: BillingDependencies,
  userId: string,
  before: string | null,
  { id, expires_at: expiresAt }: Stripe.Checkout.Session,
): Promise<boolean> {
  const check = expiresAt * 1000 + MINUTE
  const stored = await db
    .updateTable('billing_account')
    .set({
      checkout_id: id,
      check_due_at: sql<number>`least(coalesce(check_due_at, ${check}::bigint), ${check}::bigint)`,
    })
    .where('user_id', '=', userId)
    .where(eb => eb.or([eb('checkout_id', 'is not distinct from', before), eb('checkout_id', '=', id)]))
    .where('closed_until', '<=', now())
    .returning('user_id')
    .executeTakeFirst()
  return stored !== undefined
}

const checkoutParameters = (origin: string, userId: string, customer: string, price: string) =>
  ({
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    success_url: `${origin}/account?checkout=done`,
    cancel_url: `${origin}/account?checkout=cancelled`,
    automatic_tax: { enabled: true },
    // Stripe computes tax from the address typed on the page, and refuses automatic tax for a known customer without
    // this setting.
    customer_update: { address: 'auto', name: 'auto' },
    allow_promotion_codes: true,
    locale: 'auto',
    metadata: { userId, price },
    subscription_data: { metadata: { userId } },
  }) satisfies Stripe.Checkout.SessionCreateParams

const CLOSED_MILLISECONDS = 60_000

/** Call this before deleting the account (rule DA1). 'failed' means that the user might still be charged. */
export async function cancelSubscriptionsAndCheckouts(
  context: BillingServerContext,
  userId: string,
): Promise<'ended' | 'failed'> {
  const { db } = context.database
  const closeUntil = (until: number) =>
    db.updateTable('billing_account').set({ closed_until: until }).where('user_id', '=', userId).execute()
  await closeUntil(context.now() + CLOSED_MILLISECONDS)
  const customerId = await loadCustomerId(db, userId)
  if (customerId === null) return 'ended'
  const billing = createBillingDependencies(context)
  if (billing === null) {
    context.log.error('an account with a customer of Stripe cannot be deleted without the keys of Stripe')
    return 'failed'
  }
  try {
    await cancelEverything(billing, { userId, customerId })
    return 'ended'
  } catch (error) {
    await closeUntil(0)
    logStripeErrorOrRethrow(context.log, 'error', error, 'the subscriptions of a user could not be ended')
    return 'failed'
  }
}

async function cancelEverything(billing: BillingDependencies, customer: UserAndCustomerId): Promise<void> {
  const { db, stripe } = billing
  const open = { customer: customer.customerId, status: 'open', limit: 100 } as const
  const { data: pages } = await stripe.checkout.sessions.list(open)
  for (const { id } of pages) await expireCheckout(stripe, id)
  await refreshSubscriptions(billing, customer)
  for (const { id } of await buildUnendedSubscriptionQuery(db, customer.userId).execute())
    await cancelAtStripe(stripe, id)
  await refreshSubscriptions(billing, customer)
}
