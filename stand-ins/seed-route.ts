import { Hono } from 'hono'
import * as z from 'zod'
import type { Context } from '#server/context.ts'
import { emailAddressSchema } from '#server/identity/email-address.ts'
import { parseBody } from '#server/http/request-body.ts'
import { seedSampleLibrary } from './seed.ts'

/** POST /dev/seed {email}: called by `npm run seed` if the server is running and holds the database. */
export function createSeedRoutes(context: Context): Hono {
  return new Hono().post('/seed', async exchange => {
    const request = await parseBody(exchange, z.strictObject({ email: emailAddressSchema }))
    if (request.kind === 'refused') return request.response
    return exchange.json(await seedSampleLibrary(context, request.body.email))
  })
}
