import { Hono } from 'hono'
import { stripeRoleOf } from '#server/billing/stripe-role.ts'
import type { Context } from '#server/context.ts'

/** Who is signed in, asked at every start of the app, and signing out. */
export function sessionRoutes(context: Context): Hono {
  const { database, identity } = context
  return new Hono()
    .get('/session', async exchange => {
      const { signedIn, cookies } = await identity.renew(exchange.req.raw)
      for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
      if (signedIn === null) {
        // Its cookie stays until this device signs in or out (rule ID24): as often as it is asked it tells why the
        // session ended, also where the first answer got lost (rule ID23).
        const ended = await identity.endOf(exchange.req.raw)
        return exchange.json({ user: null, stripeRole: null, signedInAt: null, ended })
      }
      const { user, signedInAt } = signedIn
      // Computed at every call: whoever pays or cancels elsewhere sees it at the next look (spec 3).
      return exchange.json({
        user,
        stripeRole: await stripeRoleOf(database.db, user.id),
        signedInAt,
        ended: null,
      })
    })
    .post('/sign-out', async exchange => {
      const cookies = await identity.signOut(exchange.req.raw)
      for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
      return exchange.body(null, 204)
    })
}
