import { Hono } from 'hono'
import { hasMailbox } from '#server/configuration.ts'
import type { Context } from '#server/context.ts'
import { problem } from '#server/problem-response.ts'
import { eventsRoutes } from './events-routes.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { musicianRoutes } from './musician-route.ts'
import { seedRoutes } from './seed-route.ts'

/** Everything under /dev: only what stands in on a development machine and helps to try things out. */
export function standIns(context: Context): Hono {
  const app = new Hono()
    .route('/dev', seedRoutes(context))
    .route('/dev', musicianRoutes(context))
    .route('/dev', eventsRoutes(context))
  if (hasMailbox(context.configuration)) app.route('/dev', mailboxRoutes(context))
  // To whoever has called this app: by itself Hono would print the error, with all that hangs on it.
  app.onError(error => {
    throw error
  })
  app.notFound(() => problem('not-found'))
  return app
}
