import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { findScreenPathPattern } from '#core/protocol/screen-addresses.ts'
import { classifyDatabaseError } from './database/database.ts'
import { avatarRoutes } from './account/avatar.ts'
import { exportRoutes } from './account/export-routes.ts'
import { accountDeletionRoutes } from './account/account-deletion-routes.ts'
import { usageEventRoutes } from './analytics/events.ts'
import { billingRoutes } from './billing/billing-routes.ts'
import { webhookRoutes } from './billing/webhook.ts'
import { INTERNAL_CLIENT_ADDRESS_HEADER, findClientAddress } from './http/client-address.ts'
import { configRoutes } from './settings/config-route.ts'
import { REPOSITORY_FOLDER } from './settings/configuration.ts'
import type { ServerContext, StandIns } from './context.ts'
import {
  redirectLoopbackAlias,
  requireDevPagesKey,
  requireJsonBody,
  requireOrigin,
} from './http/request-guards.ts'
import { feedbackRoutes } from './feedback/feedback.ts'
import { isClientAbort, problemResponse } from './http/problem-response.ts'
import { explainSessionEndOn401, sessionListRoutes, currentSessionRoutes } from './identity/session-routes.ts'
import { emailSignInRoutes } from './identity/email-sign-in-routes.ts'
import { socialSignInRoutes } from './identity/social-sign-in-routes.ts'
import { createLiveUpdateService } from './library/live-route.ts'
import { syncRoutes } from '#server/library/sync-round.ts'
import { localeRoutes, missingTranslationReportRoutes } from './web-app/locale-routes.ts'
import { backupRoutes } from './operations/backup.ts'
import { createMetrics } from './observability/metrics.ts'
import { openapiRoutes } from './http/openapi-route.ts'
import { forwardedForEchoRoutes } from './http/proxy-checks.ts'
import { createInMemoryLimiter } from './http/rate-limit.ts'
import { createRequestGate, type RequestGate } from './http/request-gate.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createWebAppMiddleware } from './web-app/web-app.ts'

const WEB = join(REPOSITORY_FOLDER, 'dist/web')
const LOCALES = join(REPOSITORY_FOLDER, 'locales')

const RETRY_SECONDS = 5

type ServerApp = {
  app: Hono
  gate: RequestGate
  drain: () => void
}

export function createServerApp(context: ServerContext): ServerApp {
  const { configuration } = context
  let draining = false
  const live = createLiveUpdateService(context)
  const gate = createRequestGate(configuration, context.identity.userOfCookie, context.database.kind)
  const { measure, routes: metricsRoutes } = createMetrics(configuration.metricsToken, {
    liveStreams: live.streams,
    database: context.database,
    requests: gate,
  })

  const app = new Hono()
  app.onError(createErrorHandler(context))
  app.use(requestContext(context), securityHeaders(configuration), measure)
  app
    .route(
      '/',
      healthRoutes(context, () => draining),
    )
    .route('/', forwardedForEchoRoutes(context))
    .route('/', backupRoutes(context))
    .route('/', metricsRoutes)
    .route('/', webhookRoutes(context))

  if (!configuration.production) app.use(redirectLoopbackAlias(configuration.origin))
  app.use(requireOrigin(configuration.origin, context.log), requireJsonBody)
  app.use('/api/*', noStore, explainSessionEndOn401(context.identity)).use('/dev/*', noStore)
  if (!configuration.production) app.use('/dev/*', requireDevPagesKey(configuration.devKey))
  // None of these answers has a secret token, which the compressed length could reveal (docs/security.md).
  app.use('/api/v1/*', compress({ contentTypeFilter: /^(application\/json|text\/csv)/ }))
  app
    .route('/', configRoutes(context))
    .route('/', currentSessionRoutes(context))
    .route('/', sessionListRoutes(context))
    .route('/', socialSignInRoutes(context))
    .route('/', accountDeletionRoutes(context))
    .route('/', avatarRoutes(context))
    .route('/', exportRoutes(context))
    .route('/', emailSignInRoutes(context))
    .route('/', syncRoutes(context, { roundsPerMinute: configuration.limits.syncPerMinute }))
    .route('/', live.routes)
    .route('/', billingRoutes(context))
    .route('/', feedbackRoutes(context))
    .route('/', usageEventRoutes(context))
  app.all('/api/*', () => problemResponse('not-found'))
  app.route('/', openapiRoutes(configuration.origin))
  if (!configuration.production) app.route('/', missingTranslationReportRoutes(LOCALES, context.log))
  app.route('/locales', localeRoutes(LOCALES))
  if (context.standIns !== null) app.all('/dev/*', lazyStandInRoutes(context, context.standIns))

  app.use(createWebAppMiddleware(configuration, WEB, LOCALES))
  app.notFound(() => problemResponse('not-found'))

  return {
    app,
    gate,
    drain() {
      draining = true
      live.endAll()
    },
  }
}

const REFUSALS_LOGGED_PER_SECOND = 50

function requestContext({ configuration, log }: ServerContext): MiddlewareHandler {
  const isFlood = createInMemoryLimiter(REFUSALS_LOGGED_PER_SECOND, 1000)
  return async (exchange, next) => {
    const id = randomUUID()
    const { headers } = exchange.req.raw
    // Overwrites what the client sent in these headers.
    headers.set(INTERNAL_CLIENT_ADDRESS_HEADER, findClientAddress(exchange, configuration.trustedProxies))
    const started = performance.now()
    await next()
    exchange.res.headers.set('x-request-id', id)
    const milliseconds = Math.round(performance.now() - started)
    const { method } = exchange.req
    // Logged without the query because the one of /confirm is a sign-in token, which a mail program may have moved into
    // the path.
    const path = findScreenPathPattern(exchange.req.path) === '/confirm' ? '/confirm' : exchange.req.path
    const { status } = exchange.res
    if (status < 400 || isFlood('', Date.now()) === null)
      log.info({ id, method, path, status, milliseconds }, 'request')
  }
}

const noStore: MiddlewareHandler = async (exchange, next) => {
  await next()
  exchange.res.headers.set('cache-control', 'no-store')
}

function lazyStandInRoutes(context: ServerContext, standIns: StandIns): MiddlewareHandler {
  let loading: Promise<Hono> | null = null
  return async exchange => {
    loading ??= standIns.createRoutes(context)
    return (await loading).fetch(exchange.req.raw, exchange.env)
  }
}

function createErrorHandler({ database, log }: ServerContext) {
  return async (error: Error) => {
    if (isClientAbort(error)) return problemResponse('malformed-request')
    log.error(error, 'a request could not be answered')
    // A database that went away during the request may be back by now.
    const isOurs = classifyDatabaseError(error) === 'statement-error' && (await database.isReady())
    if (isOurs) return problemResponse('server-error')
    return problemResponse('unavailable', { retryAfterSeconds: RETRY_SECONDS })
  }
}

function healthRoutes({ database }: ServerContext, isDraining: () => boolean): Hono {
  return new Hono()
    .get('/healthz', exchange => exchange.json({ status: 'ok' }))
    .get('/readyz', async exchange => {
      if (isDraining() || !(await database.isReady())) return problemResponse('unavailable')
      return exchange.json({ status: 'ready' })
    })
}
