import { Hono, type Context as Exchange } from 'hono'
import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import {
  deleteProvider,
  getSignInMethods,
  postConnectStart,
  postSocialSignIn,
} from '#core/protocol/operations.ts'
import { isSocialProvider, PROVIDER_DISPLAY_NAMES, type SocialProvider } from '#core/protocol/sign-in.ts'
import { copyAvatarFromProvider } from '#server/account/avatar.ts'
import {
  rateLimitPerHour,
  refuseIfClientRateLimited,
  refuseIfUserRateLimited,
} from '#server/http/rate-limit.ts'
import type { ServerContext } from '#server/context.ts'
import { mount, mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { sendMailOrLogFailure } from '#server/mail/mailer.ts'
import { renderSignInMethodChangedMail } from '#server/mail/mails.ts'
import { listSignInMethodsOfUser, signInFailureUrlForProvider, type SocialAttempt } from './social-sign-in.ts'
import { isSignedInWithin30Days, type UserSession } from './user-session.ts'
import { rememberEmailInBrowser } from './sign-in-rate-limiter.ts'
import { logAndCountSignIn } from './identity.ts'

const MAX_CHANGES_PER_HOUR = 60

export function socialSignInRoutes(context: ServerContext): Hono {
  const { configuration, database, identity, log, now } = context
  const { db } = database
  const offered: ReadonlySet<string> = new Set(Object.keys(configuration.social))

  const routes = new Hono()

  mount(routes, postSocialSignIn, async (exchange, body) => {
    if (!offered.has(body.provider)) return problemResponse('not-found')
    return start(exchange, { ...body, connectTo: null })
  })

  mountForUser(routes, identity, getSignInMethods, async (_, { user }) => ({
    signIns: await listSignInMethodsOfUser(db, user.id),
  }))

  mountForUser(routes, identity, postConnectStart, async (exchange, signedIn, body) => {
    const refused = await refuseUnlessFresh(signedIn)
    if (refused !== null) return refused
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider) || !offered.has(provider)) return problemResponse('not-found')
    const connectTo = { userId: signedIn.user.id, language: languageOf(exchange) }
    return start(exchange, { ...body, provider, connectTo })
  })

  mountForUser(routes, identity, deleteProvider, async (exchange, signedIn) => {
    const refused = await refuseUnlessFresh(signedIn)
    if (refused !== null) return refused
    const { user } = signedIn
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider)) return problemResponse('not-found')
    // Signing in by email always stays possible (rule ID34).
    const removed = await db
      .deleteFrom('account')
      .where('userId', '=', user.id)
      .where('providerId', '=', provider)
      .returning('id')
      .execute()
    if (removed.length === 0) return problemResponse('not-found')
    void sendChangeMail({ email: user.email, language: languageOf(exchange) }, 'removed', provider)
    return undefined
  })

  async function start(exchange: Exchange, attempt: SocialAttempt): Promise<Response | { url: string }> {
    // Every start stores a row that stays until it expires.
    const allowance = rateLimitPerHour(configuration.limits.socialSignInsPerClient)
    const limit = { what: 'social-sign-ins-per-client', allowance }
    const refused = await refuseIfClientRateLimited(context, exchange, limit)
    if (refused !== null) return refused
    const { url, cookies } = await identity.social.start(exchange.req.raw, attempt)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    return { url }
  }

  async function refuseUnlessFresh(signedIn: UserSession): Promise<Response | null> {
    if (!isSignedInWithin30Days(signedIn, now())) return problemResponse('fresh-session-required')
    return refuseIfUserRateLimited(
      context,
      signedIn.user.id,
      'sign-in-changes-per-user',
      MAX_CHANGES_PER_HOUR,
    )
  }

  const sendChangeMail = (
    { email, language }: { email: string; language: string },
    change: 'connected' | 'removed',
    provider: SocialProvider,
  ) =>
    sendMailOrLogFailure(context, email, () =>
      renderSignInMethodChangedMail({
        language,
        change,
        provider: PROVIDER_DISPLAY_NAMES[provider],
        accountUrl: `${configuration.origin}/account`,
      }),
    )

  async function handleCallback(exchange: Exchange): Promise<Response> {
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider) || !offered.has(provider)) return problemResponse('not-found')
    // Refuses a forged callback before it causes any work (rule ID18).
    if (!(await identity.social.hasStarted(exchange.req.raw)))
      return exchange.redirect(signInFailureUrlForProvider(provider), 303)
    const finished = await identity.social.finish(exchange.req.raw, provider)
    const { address, cookies, outcome, connected, signedIn } = finished
    logAndCountSignIn(log, { way: provider, outcome })
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    if (connected !== null) void sendChangeMail(connected, 'connected', provider)
    if (signedIn !== null) {
      await remember(exchange, signedIn.userId)
      // Not awaited because the picture's server may be slow.
      if (signedIn.picture !== null) void copyAvatarFromProvider(context, signedIn.userId, signedIn.picture)
    }
    return exchange.redirect(address, 303)
  }

  async function remember(exchange: Exchange, userId: string): Promise<void> {
    const user = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst()
    if (user !== undefined) await rememberEmailInBrowser(exchange, configuration, user.email)
  }

  return routes.get('/api/auth/callback/:provider', handleCallback)
}

const languageOf = (exchange: Exchange) => exchange.req.query('language') ?? FALLBACK_LANGUAGE
