import { Hono } from 'hono'
import { loadStripeRole } from '#server/billing/stripe-role.ts'
import type { Context } from '#server/context.ts'

/** Routes for the signed-in user, requested at every start of the app, and for signing out. */
export function sessionRoutes(context: Context): Hono {
  const { database, identity } = context
  return new Hono()
    .get('/session', async exchange => {
      const { signedIn, cookies } = await identity.renewSession(exchange.req.raw)
      for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
      if (signedIn === null) {
        // The cookie stays until this device signs in or out (rule ID24). So every request returns the reason for the
        // end of the session, even if the first response was lost (rule ID23).
        const ended = await identity.findSessionEnd(exchange.req.raw)
        return exchange.json({ user: null, stripeRole: null, signedInAt: null, ended })
      }
      const { user, signedInAt } = signedIn
      // Computed for every request, so that a payment or cancellation on another device shows at once (spec 3).
      return exchange.json({
        user,
        stripeRole: await loadStripeRole(database.db, user.id),
        signedInAt,
        ended: null,
      })
    })
    .post('/sign-out', async exchange => {
      const signedIn = await identity.findSession(exchange.req.raw)
      const cookies = await identity.signOut(exchange.req.raw)
      for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
      // Makes the open event streams of this session check it again at once (rule LS14).
      if (signedIn !== null) database.bus.publish(signedIn.user.id, 0)
      return exchange.body(null, 204)
    })
}
