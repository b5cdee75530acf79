import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { postSocialSignIn } from '#core/protocol/operations.ts'
import { isSocialProvider } from '#core/protocol/social-provider.ts'
import { copyAvatarFromProvider } from '#server/account/avatar/copy-avatar-from-provider.ts'
import { clientAddress } from '#server/http/client-address.ts'
import { consumeClientRateLimit } from '#server/http/client-rate-limit.ts'
import type { ServerContext } from '#server/context.ts'
import type { RateLimitResult } from '#server/http/rate-limit.ts'
import { createInMemoryRateLimit } from '#server/http/in-memory-rate-limit.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { mount } from '#server/http/mount-operation.ts'
import { rememberAddressInBrowser } from './known-browser.ts'
import { storePendingConnection } from './pending-connection.ts'
import { logSignInAttempt } from './log-sign-in-attempt.ts'
import { socialSignInFailureAddress } from './social-sign-in.ts'
import { offeredProviders } from '#server/settings/social-settings.ts'

/**
 * Counts the start of a social sign-in against the number that the client may start per hour (rule ID19). Returns
 * 'exhausted' if the limit is exceeded.
 */
export const consumeSocialSignInLimit = (
  context: ServerContext,
  exchange: Exchange,
): Promise<RateLimitResult> =>
  consumeClientRateLimit(context, exchange, {
    what: 'social-sign-ins-per-client',
    most: context.configuration.limits.socialSignInsPerClient,
  })

/** Maximum provider callbacks per client and minute. */
const MAX_CALLBACKS_PER_MINUTE = 60

/**
 * Routes that start a sign-in with a social provider and receive the provider's callback. Only these routes forward
 * requests to Better Auth's own routes, and only with the necessary fields (rule ID14).
 */
export function socialSignInRoutes(context: ServerContext): Hono {
  const { configuration, identity, log, now } = context
  const countCallback = createInMemoryRateLimit(MAX_CALLBACKS_PER_MINUTE)
  const countLogLine = createInMemoryRateLimit(1)
  const offered: ReadonlySet<string> = new Set(offeredProviders(configuration))

  const routes = new Hono()

  mount(routes, postSocialSignIn, async (exchange, body) => {
    if (!offered.has(body.provider)) return problemResponse('not-found')
    // Every start stores a row that stays until it expires.
    const taken = await consumeSocialSignInLimit(context, exchange)
    if (taken.kind === 'exhausted') return problemResponse('too-many-requests', taken)
    const attempt = { ...body, connectTo: null }
    const { url, cookies } = await identity.social.start(exchange.req.raw, attempt)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    return { url }
  })

  async function handleCallback(exchange: Exchange): Promise<Response> {
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider) || !offered.has(provider)) return problemResponse('not-found')
    if (!(await isCallbackAllowed(exchange)))
      return exchange.redirect(socialSignInFailureAddress(provider), 303)
    const finished = await identity.social.finish(exchange.req.raw, provider)
    const { address, cookies, outcome, pending, userId, picture } = finished
    logSignInAttempt(log, { way: provider, outcome })
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    if (pending !== null) await storePendingConnection(exchange, configuration, pending, now())
    if (userId !== null) await remember(exchange, userId)
    // Not awaited because the picture's server may be slow.
    if (picture !== null) void copyAvatarFromProvider(context, picture)
    return exchange.redirect(address, 303)
  }

  /** Refuses a forged callback before it causes any work, and logs it once per client and minute (rule ID32). */
  async function isCallbackAllowed(exchange: Exchange): Promise<boolean> {
    const client = clientAddress(exchange, configuration.trustedProxies)
    const isForged = !(await identity.social.hasStarted(exchange.req.raw))
    if (!isForged && countCallback(client, now()) === null) return true
    if (countLogLine(client, now()) === null)
      log.warn(
        { isForged },
        'an answer of a provider was refused: this browser has begun no sign-in, or too many',
      )
    return false
  }

  async function remember(exchange: Exchange, userId: string): Promise<void> {
    const user = await context.database.db
      .selectFrom('user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user !== undefined) await rememberAddressInBrowser(exchange, configuration, user.email)
  }

  return routes.get('/api/auth/callback/:provider', handleCallback)
}
