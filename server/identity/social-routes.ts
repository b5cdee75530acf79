import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'
import { isSocialProvider, SOCIAL_PROVIDERS } from '#core/social-provider.ts'
import { keepAvatar } from '#server/account/avatar/keep-avatar.ts'
import { clientAddress } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { counted } from '#server/counters.ts'
import { problem } from '#server/problem-response.ts'
import { perHour, take } from '#server/rate-limit.ts'
import { bodyOf } from '#server/request-body.ts'
import { offeredProviders } from './social-settings.ts'
import { keepWaiting } from './waiting-account.ts'

export const socialSignInRequest = z.strictObject({
  provider: z.enum(SOCIAL_PROVIDERS),
  way: z.enum(['popup', 'page']),
  /** By what the page that asks recognizes the answer among those of other tabs. */
  attempt: z.uuid(),
})

/**
 * Signing in at a provider: where to send the browser, and what it comes back with. These two are all of Better Auth
 * that can be reached, and of the first only what we need of it (rule ID14).
 */
export function socialRoutes(context: Context): Hono {
  const { configuration, database, identity, now } = context
  const offered: ReadonlySet<string> = new Set(offeredProviders(configuration))

  async function start(exchange: Exchange): Promise<Response> {
    const request = await bodyOf(exchange, socialSignInRequest)
    if (request.kind === 'refused') return request.response
    if (!offered.has(request.body.provider)) return problem('not-found')
    // Every start leaves a row behind until it runs out.
    const taken = await take(database.db, {
      what: 'social-sign-ins-per-client',
      who: clientAddress(exchange, configuration.trustedProxies),
      allowance: perHour(configuration.limits.socialSignInsPerClient),
      now: now(),
    })
    if (taken.kind === 'exhausted') return problem('too-many-requests', taken)
    const { url, cookies } = await identity.social.start(exchange.req.raw, request.body)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    return exchange.json({ url })
  }

  async function comeBack(exchange: Exchange): Promise<Response> {
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider) || !offered.has(provider)) return problem('not-found')
    const finished = await identity.social.finish(exchange.req.raw, provider)
    const { address, cookies, outcome, waiting, picture } = finished
    counted.signIn(provider, outcome)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    if (waiting !== null) await keepWaiting(exchange, configuration, waiting, now())
    // Nobody waits for a picture, whose server may be slow.
    if (picture !== null) void keepAvatar(context, picture)
    return exchange.redirect(address, 303)
  }

  return new Hono().post('/auth/sign-in/social', start).get('/auth/callback/:provider', comeBack)
}
