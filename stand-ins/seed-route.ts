import { Hono } from 'hono'
import * as z from 'zod'
import type { ServerContext } from '#server/context.ts'
import { emailAddressSchema } from '#server/identity/email-address.ts'
import { parseRequestBody } from '#server/http/request-body.ts'
import { seedSampleLibrary } from './seed.ts'

/**
 * Creates the route POST /dev/seed, which fills the account of an email address with the sample library. `npm run
 * seed` calls it if a server is already running.
 */
export function createSeedRoutes(context: ServerContext): Hono {
  return new Hono().post('/seed', async exchange => {
    const request = await parseRequestBody(exchange, z.strictObject({ email: emailAddressSchema }))
    if (request.kind === 'refused') return request.response
    return exchange.json(await seedSampleLibrary(context, request.body.email))
  })
}
