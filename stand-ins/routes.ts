import { Hono } from 'hono'
import * as z from 'zod'
import { usesDevMailbox } from '#server/settings/configuration.ts'
import type { ServerContext } from '#server/context.ts'
import { emailAddressSchema } from '#server/identity/email-address.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseRequestBody } from '#server/http/mount-operation.ts'
import { createMailboxRoutes } from './mailbox-routes.ts'
import { createMusicianRoutes } from './musician-route.ts'
import { seedSampleLibrary } from './seed.ts'

/** Creates all routes under /dev, such as the mailbox and the sample data, which exist only on development machines. */
export function createDevRoutes(context: ServerContext): Hono {
  const app = new Hono()
    // Redirects to remove the key from the printed address. The guard before this has stored it in a cookie.
    .get('/dev', exchange => exchange.redirect('/', 303))
    .route('/dev', createSeedRoutes(context))
    .route('/dev', createMusicianRoutes(context))
    .get('/dev/events.json', async exchange => {
      const rows = await context.database.db.selectFrom('event').selectAll().orderBy('at').execute()
      return exchange.json(
        rows.map(({ user_id, parameters, ...row }) => ({ ...parameters, ...row, userId: user_id })),
      )
    })
  if (usesDevMailbox(context.configuration)) app.route('/dev', createMailboxRoutes(context))
  // Rethrows to the caller because Hono would print the error with all its properties.
  app.onError(error => {
    throw error
  })
  app.notFound(() => problemResponse('not-found'))
  return app
}

/**
 * Creates the route POST /dev/seed, which fills the account of an email address with the sample library. `npm run
 * seed` calls it if a server is already running.
 */
function createSeedRoutes(context: ServerContext): Hono {
  return new Hono().post('/seed', async exchange => {
    const request = await parseRequestBody(exchange, z.strictObject({ email: emailAddressSchema }))
    if (request.kind === 'refused') return request.response
    return exchange.json(await seedSampleLibrary(context, request.body.email))
  })
}
