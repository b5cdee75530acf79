import { Hono } from 'hono'
import { usesDevMailbox } from '#server/settings/configuration.ts'
import type { Context } from '#server/context.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { recordedEventsRoutes } from './events-routes.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { musicianRoutes } from './musician-route.ts'
import { seedRoutes } from './seed-route.ts'

/** All routes under /dev, which exist on development machines only. */
export function standInRoutes(context: Context): Hono {
  const app = new Hono()
    // Redirects to remove the key from the printed address. The guard before this has stored it in a cookie.
    .get('/dev', exchange => exchange.redirect('/', 303))
    .route('/dev', seedRoutes(context))
    .route('/dev', musicianRoutes(context))
    .route('/dev', recordedEventsRoutes(context))
  if (usesDevMailbox(context.configuration)) app.route('/dev', mailboxRoutes(context))
  // Rethrows to the caller because Hono would print the error with all its properties.
  app.onError(error => {
    throw error
  })
  app.notFound(() => problemResponse('not-found'))
  return app
}
