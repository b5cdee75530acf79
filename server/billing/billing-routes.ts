import { Hono } from 'hono'
import { getPrices, postCheckout, postPlanRefresh, postBillingPortal } from '#core/protocol/operations.ts'
import type { ServerContext } from '#server/context.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { refuseIfUserRateLimited } from '#server/http/rate-limit.ts'
import {
  createBillingDependencies,
  isStripeNotFound,
  loadCustomerId,
  loadStripeRole,
  logStripeErrorOrRethrow,
} from './billing.ts'
import type { BillingDependencies } from './billing.ts'
import { startCheckout } from './checkout.ts'
import { loadPricesForUser } from './prices.ts'
import { describePaidSubscription, refreshSubscriptions } from './subscriptions.ts'

const MAX_REQUESTS_PER_HOUR = 60
const MAX_READS_PER_HOUR = 120

export function billingRoutes(context: ServerContext): Hono {
  const { database, identity } = context
  const { db } = database
  const billing = createBillingDependencies(context)

  const routes = new Hono()

  mountForUser(routes, identity, postCheckout, async (_, { user }, body) => {
    const refused = await refuseIfUserRateLimited(context, user.id, 'billing-per-user', MAX_REQUESTS_PER_HOUR)
    if (refused !== null) return refused
    // Checks the plan again because a screen may not have heard of an earlier purchase yet.
    if ((await loadStripeRole(db, user.id)) === 'pro') return problemResponse('already-pro')
    if (billing === null) return problemResponse('billing-not-configured')
    const checkout = await startCheckout(billing, user, body)
    counterIncrementers.checkout(checkout.kind)
    if (checkout.kind === 'already-pro') return problemResponse('already-pro')
    if (checkout.kind === 'failed') return problemResponse('payment-provider-failed')
    const { sessionId, url, currency, value } = checkout
    return { sessionId, url, currency, value }
  })

  mountForUser(routes, identity, getPrices, async (exchange, { user }) => {
    if (billing === null) return problemResponse('billing-not-configured')
    const refused = await refuseIfUserRateLimited(context, user.id, 'prices-per-user', MAX_READS_PER_HOUR)
    if (refused !== null) return refused
    const prices = await loadPricesForUser(billing, user.id, exchange.req.query('language') ?? '')
    return prices ?? problemResponse('payment-provider-failed')
  })

  mountForUser(routes, identity, postBillingPortal, async (_, { user }) => {
    const refused = await refuseIfUserRateLimited(context, user.id, 'billing-per-user', MAX_REQUESTS_PER_HOUR)
    if (refused !== null) return refused
    if (billing === null) return problemResponse('billing-not-configured')
    return createPortalSession(billing, user.id)
  })

  mountForUser(routes, identity, postPlanRefresh, async (_, { user }) => {
    const refused = await refuseIfUserRateLimited(context, user.id, 'plan-per-user', MAX_READS_PER_HOUR)
    if (refused !== null) return refused
    const subscription = billing && (await refreshPlanFromStripe(billing, user.id))
    return { stripeRole: await loadStripeRole(db, user.id), subscription }
  })

  return routes
}

async function createPortalSession(
  { db, stripe, origin, log }: BillingDependencies,
  userId: string,
): Promise<{ url: string } | Response> {
  const customer = await loadCustomerId(db, userId)
  if (customer === null) return problemResponse('no-customer')
  try {
    const parameters = { customer, return_url: `${origin}/account`, locale: 'auto' } as const
    const { url } = await stripe.billingPortal.sessions.create(parameters)
    return { url }
  } catch (error) {
    if (isStripeNotFound(error)) return problemResponse('no-customer')
    logStripeErrorOrRethrow(log, 'error', error, 'the portal could not be opened')
    return problemResponse('payment-provider-failed')
  }
}

async function refreshPlanFromStripe(billing: BillingDependencies, userId: string) {
  const { db, log } = billing
  const customerId = await loadCustomerId(db, userId)
  if (customerId === null) return null
  try {
    return describePaidSubscription(await refreshSubscriptions(billing, { userId, customerId }))
  } catch (error) {
    logStripeErrorOrRethrow(log, 'warn', error, 'a plan could not be refreshed')
    return null
  }
}
