import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { avatarRoutes } from './account/avatar/avatar-routes.ts'
import { exportRoutes } from './account/export-routes.ts'
import { deletionRoutes } from './account/deletion-route.ts'
import { eventsRoutes } from './analytics/events-route.ts'
import { figuresRoutes } from './analytics/figures-route.ts'
import { billingRoutes } from './billing/billing-routes.ts'
import { webhookRoutes } from './billing/webhook-route.ts'
import { clientAddress } from './client-address.ts'
import { configRoutes } from './config-route.ts'
import type { Context } from './context.ts'
import { feedbackRoutes } from './feedback/feedback-route.ts'
import { healthRoutes } from './health-routes.ts'
import { hasHungUp } from './hung-up.ts'
import { sessionListRoutes } from './identity/session-list-routes.ts'
import { sessionRoutes } from './identity/session-routes.ts'
import { tellWhyEnded } from './identity/tell-why-ended.ts'
import { signInRoutes } from './identity/sign-in-routes.ts'
import { socialRoutes } from './identity/social-routes.ts'
import { liveRoutes } from './library/live-route.ts'
import { syncRoutes } from './library/sync-route.ts'
import { localeRoutes } from './locale-routes.ts'
import { metrics } from './metrics.ts'
import { missingTextRoutes } from './missing-texts.ts'
import { openapiRoutes } from './openapi-route.ts'
import { preloadLinks } from './preload-links.ts'
import { problem, problemOf } from './problem-response.ts'
import {
  oneLoopbackName,
  onlyJson,
  onlyOurOrigin,
  onlySmallBodies,
  onlyThisMachine,
} from './request-guards.ts'
import { nameOfHeaders, securityHeaders } from './security-headers.ts'
import { readStaticFiles, staticFiles } from './static-files.ts'
import { workerKnowing } from './worker-script.ts'

const REPOSITORY = resolve(import.meta.dirname, '..')
const WEB = resolve(REPOSITORY, 'dist/web')
const LOCALES = resolve(REPOSITORY, 'locales')

/** How soon to try again while the database is away. */
const RETRY_SECONDS = 5

/** The whole server as one function from request to answer; tests call `createApp(context).request(…)`. */
export const createApp = (context: Context): Hono => createServerApp(context).app

/**
 * The app, and how to end it: after `drain` it no longer counts as ready and every open stream has been ended.
 */
export function createServerApp(context: Context): { app: Hono; drain: () => void } {
  const { configuration } = context
  let draining = false
  const live = liveRoutes(context)
  const { measure, routes: metricsRoutes } = metrics(configuration.metricsToken)

  const app = new Hono()
  app.onError(answerToErrors(context))
  app.use(aboutRequest(context), securityHeaders(configuration), measure)
  app
    .route(
      '/',
      healthRoutes(context, () => draining),
    )
    .route('/', metricsRoutes)
    .route('/', figuresRoutes(context))
    .route('/api/v1', webhookRoutes(context))

  if (configuration.standIns) app.use(oneLoopbackName(configuration.origin))
  app.use(onlyOurOrigin(configuration.origin), onlyJson, onlySmallBodies)
  app.use('/api/*', neverStored, tellWhyEnded(context.identity)).use('/dev/*', neverStored, onlyThisMachine)
  app
    .route('/api/v1', configRoutes(context))
    .route('/api/v1', sessionRoutes(context))
    .route('/api/v1', sessionListRoutes(context))
    .route('/api/v1', deletionRoutes(context))
    .route('/api/v1', avatarRoutes(context))
    .route('/api/v1', exportRoutes(context))
    .route('/api/v1', signInRoutes(context))
    .route('/api/v1', syncRoutes(context, configuration.limits.syncPerMinute))
    .route('/api/v1', live.routes)
    .route('/api/v1', billingRoutes(context))
    .route('/api/v1', feedbackRoutes(context))
    .route('/api/v1', eventsRoutes(context))
  app.route('/api', socialRoutes(context))
  app.all('/api/*', () => problem('not-found'))
  app.route('/', openapiRoutes())
  if (configuration.missingTexts) app.route('/', missingTextRoutes(LOCALES, context.log))
  app.route('/locales', localeRoutes(LOCALES))
  if (configuration.standIns) app.all('/dev/*', standInRoutes(context))

  const files = workerKnowing(nameOfHeaders(configuration), readStaticFiles(WEB))
  app.use(staticFiles(files, preloadLinks(WEB)))
  app.notFound(() => problem('not-found'))

  return {
    app,
    drain() {
      draining = true
      live.endAll()
    },
  }
}

/** Gives every request a number, tells Better Auth the client's address, and writes one log line at the end. */
function aboutRequest({ configuration, log }: Context): MiddlewareHandler {
  return async (exchange, next) => {
    const id = randomUUID()
    const { headers } = exchange.req.raw
    // Whatever the client claims here is replaced by what we see.
    headers.set('x-real-ip', clientAddress(exchange, configuration.trustedProxies))
    const started = performance.now()
    await next()
    exchange.res.headers.set('x-request-id', id)
    const milliseconds = Math.round(performance.now() - started)
    const { method, path } = exchange.req
    // Without the query: the one of /confirm is a sign-in.
    log.info({ id, method, path, status: exchange.res.status, milliseconds }, 'request')
  }
}

const neverStored: MiddlewareHandler = async (exchange, next) => {
  await next()
  exchange.res.headers.set('cache-control', 'no-store')
}

/** What stands in for the world outside is loaded only where it may exist. */
function standInRoutes(context: Context): MiddlewareHandler {
  return async exchange => {
    const { standIns } = await import('./stand-ins/routes.ts')
    return standIns(context).fetch(exchange.req.raw, exchange.env)
  }
}

function answerToErrors({ database, log }: Context) {
  return async (error: Error) => {
    const answer = problemOf(error)
    if (answer !== null) return answer
    if (hasHungUp(error)) return problem('malformed-request')
    log.error(error, 'a request could not be answered')
    if (await database.isReady()) return problem('server-error')
    return problem('unavailable', { retryAfterSeconds: RETRY_SECONDS })
  }
}
