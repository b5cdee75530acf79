import { Hono } from 'hono'
import { getSession, postSignOut } from '#core/protocol/operations.ts'
import { loadStripeRole } from '#server/billing/stripe-role.ts'
import type { ServerContext } from '#server/context.ts'
import { mount } from '#server/http/mount-operation.ts'

/**
 * Routes that return the signed-in user (GET /session) and sign out (POST /sign-out). The app requests the user at
 * every start.
 */
export function sessionRoutes(context: ServerContext): Hono {
  const { database, identity } = context
  const routes = new Hono()

  mount(routes, getSession, async exchange => {
    const { signedIn, cookies } = await identity.renewSession(exchange.req.raw)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    if (signedIn === null) {
      // The cookie stays until this device signs in or out (rule ID24). So every request returns the reason for the
      // end of the session, even if the first response was lost (rule ID23).
      const ended = await identity.findSessionEnd(exchange.req.raw)
      return { user: null, stripeRole: null, signedInAt: null, ended }
    }
    const { user, signedInAt } = signedIn
    // Computed for every request, so that a payment or cancellation on another device shows at once (spec 3).
    return { user, stripeRole: await loadStripeRole(database.db, user.id), signedInAt, ended: null }
  })

  mount(routes, postSignOut, async exchange => {
    const cookies = await identity.signOut(exchange.req.raw)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
  })

  return routes
}
