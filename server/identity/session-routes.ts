import { Hono } from 'hono'
import { stripeRoleOf } from '#server/billing/stripe-role.ts'
import type { Context } from '#server/context.ts'

/** Who is signed in, asked at every start of the app, and signing out. */
export function sessionRoutes(context: Context): Hono {
  const { database, identity } = context
  return new Hono()
    .get('/session', async exchange => {
      const { signedIn, cookies } = await identity.renew(exchange.req.raw)
      const ended = signedIn === null ? await identity.endOf(exchange.req.raw) : null
      // The cookie of a session that was ended elsewhere stays until its device signs out: it tells why, as often as
      // it is asked, also where the first answer got lost (rule ID23).
      if (ended === null)
        for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
      if (signedIn === null) return exchange.json({ user: null, stripeRole: null, signedInAt: null, ended })
      const { user, signedInAt } = signedIn
      // Computed at every call: whoever pays or cancels elsewhere sees it at the next look (spec 3).
      return exchange.json({ user, stripeRole: await stripeRoleOf(database.db, user.id), signedInAt, ended })
    })
    .post('/sign-out', async exchange => {
      const cookies = await identity.signOut(exchange.req.raw)
      for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
      return exchange.body(null, 204)
    })
}
