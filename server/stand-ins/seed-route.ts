import { Hono } from 'hono'
import * as z from 'zod'
import type { Context } from '#server/context.ts'
import { emailAddress } from '#server/identity/email-address.ts'
import { bodyOf } from '#server/request-body.ts'
import { seed } from './seed.ts'

/** POST /dev/seed {email}: what `npm run seed` calls when the server already runs and holds the database. */
export function seedRoutes(context: Context): Hono {
  return new Hono().post('/seed', async exchange => {
    const request = await bodyOf(exchange, z.strictObject({ email: emailAddress }))
    if (request.kind === 'refused') return request.response
    return exchange.json(await seed(context, request.body.email))
  })
}
