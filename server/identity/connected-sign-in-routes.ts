import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'
import { isSocialProvider, PROVIDER_DISPLAY_NAMES, SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import type { SocialProvider } from '#core/protocol/social-provider.ts'
import type { ServerContext } from '#server/context.ts'
import { requireUser } from '#server/http/require-user.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour } from '#server/http/rate-limit.ts'
import { refusalByUserRateLimit } from '#server/http/user-rate-limit.ts'
import { parseRequestBody } from '#server/http/request-body.ts'
import { renderSignInMethodChangedMail } from '#server/mail/sign-in-changed-mail.ts'
import { offeredProviders } from '#server/settings/social-settings.ts'
import { listConnectedSignIns, connectProviderAccount, disconnectProvider } from './connected-sign-ins.ts'
import type { UserSession } from './user-session.ts'
import { isRecentSession } from './fresh-session.ts'
import { deletePendingConnection, readPendingConnection } from './pending-connection.ts'
import { socialSignInRequestSchema, consumeSocialSignInLimit } from './social-sign-in-routes.ts'

/**
 * Schema of the response with the user's sign-in methods, and with the account at a social sign-in provider, if any,
 * that waits for the user's confirmation.
 */
export const connectedSignInsResponseSchema = z.object({
  signIns: z.array(z.object({ provider: z.enum(['email', ...SOCIAL_PROVIDERS]), since: z.int() })),
  /**
   * The account at a provider that somebody has signed in to in this browser, and that the user has not confirmed or
   * declined yet; null if there is none.
   */
  pending: z
    .object({ key: z.string(), provider: z.enum(SOCIAL_PROVIDERS), email: z.string().nullable() })
    .nullable(),
})

/**
 * Schema of the request with which the user confirms that an account at a social sign-in provider, to which this
 * browser has signed in, becomes a sign-in method of the user.
 */
export const connectSignInRequestSchema = z.strictObject({
  /** The key of the provider account to connect, which the list of sign-in methods returned as `pending.key`. */
  key: z.string().max(100),
})

/** Schema of a request to connect a social sign-in provider to the user's account. */
export const startConnectingRequestSchema = socialSignInRequestSchema.omit({ provider: true })

/** More than anybody needs to try every provider. */
const MAX_CHANGES_PER_HOUR = 60

type AuthorizedUser = { kind: 'user'; signedIn: UserSession } | { kind: 'refused'; response: Response }

/** Routes that list, connect and remove sign-in methods of a user (rules ID34 and ID35). */
export function connectedSignInRoutes(context: ServerContext): Hono {
  const { configuration, database, identity, log, now } = context
  const { db } = database
  const offered: ReadonlySet<string> = new Set(offeredProviders(configuration))

  async function list(exchange: Exchange): Promise<Response> {
    const signedIn = await requireUser(identity, exchange)
    if (signedIn === null) return problemResponse('signed-out')
    const pending = await readPendingConnection(exchange, configuration, signedIn.user, now())
    return exchange.json({
      signIns: await listConnectedSignIns(db, signedIn.user.id),
      pending: pending && { key: pending.id, provider: pending.provider, email: pending.email },
    } satisfies z.output<typeof connectedSignInsResponseSchema>)
  }

  async function visit(exchange: Exchange): Promise<Response> {
    const asked = await requireFreshUser(exchange)
    if (asked.kind === 'refused') return asked.response
    const request = await parseRequestBody(exchange, startConnectingRequestSchema)
    if (request.kind === 'refused') return request.response
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider) || !offered.has(provider)) return problemResponse('not-found')
    const taken = await consumeSocialSignInLimit(context, exchange)
    if (taken.kind === 'exhausted') return problemResponse('too-many-requests', taken)
    const connectTo = asked.signedIn.user.id
    const attempt = { ...request.body, provider, connectTo }
    const { url, cookies } = await identity.social.start(exchange.req.raw, attempt)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    return exchange.json({ url })
  }

  async function connect(exchange: Exchange): Promise<Response> {
    const asked = await requireFreshUser(exchange)
    if (asked.kind === 'refused') return asked.response
    const request = await parseRequestBody(exchange, connectSignInRequestSchema)
    if (request.kind === 'refused') return request.response
    const { user } = asked.signedIn
    const pending = await readPendingConnection(exchange, configuration, user, now())
    if (pending === null || pending.id !== request.body.key) return problemResponse('not-found')
    const connected = await connectProviderAccount(db, user.id, pending)
    deletePendingConnection(exchange, configuration)
    if (connected === 'gone') return problemResponse('signed-out')
    if (connected === 'taken') return problemResponse('sign-in-taken')
    if (connected === 'connected') void sendChangeMail(exchange, user.email, connected, pending.provider)
    return exchange.body(null, 204)
  }

  async function decline(exchange: Exchange): Promise<Response> {
    if ((await requireUser(identity, exchange)) === null) return problemResponse('signed-out')
    deletePendingConnection(exchange, configuration)
    return exchange.body(null, 204)
  }

  async function remove(exchange: Exchange): Promise<Response> {
    const asked = await requireFreshUser(exchange)
    if (asked.kind === 'refused') return asked.response
    const { user } = asked.signedIn
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider)) return problemResponse('not-found')
    const removed = await disconnectProvider(db, user.id, provider)
    if (removed === 'last') return problemResponse('last-sign-in')
    if (removed === 'not-found') return problemResponse('not-found')
    void sendChangeMail(exchange, user.email, removed, provider)
    return exchange.body(null, 204)
  }

  /** Tells the owner of the address what has changed (rule ID36). The answer does not wait for the mail. */
  async function sendChangeMail(
    exchange: Exchange,
    email: string,
    change: 'connected' | 'removed',
    provider: SocialProvider,
  ): Promise<void> {
    const language = exchange.req.query('language') ?? 'en'
    try {
      const mail = await renderSignInMethodChangedMail({
        language,
        change,
        provider: PROVIDER_DISPLAY_NAMES[provider],
        accountUrl: `${configuration.origin}/account`,
      })
      const sent = await context.mailer.send({ to: email, ...mail })
      if (sent.kind === 'failed') log.warn({ because: sent.because }, 'a changed sign-in could not be mailed')
    } catch (error) {
      log.error(error, 'a changed sign-in could not be mailed')
    }
  }

  async function requireFreshUser(exchange: Exchange): Promise<AuthorizedUser> {
    const refusal = (response: Response): AuthorizedUser => ({ kind: 'refused', response })
    const signedIn = await requireUser(identity, exchange)
    if (signedIn === null) return refusal(problemResponse('signed-out'))
    if (!isRecentSession(signedIn, now())) return refusal(problemResponse('fresh-session-required'))
    const refused = await refusalByUserRateLimit(db, {
      what: 'sign-in-changes-per-user',
      who: signedIn.user.id,
      allowance: limitPerHour(MAX_CHANGES_PER_HOUR),
      now: now(),
    })
    if (refused !== null) return refusal(refused)
    return { kind: 'user', signedIn }
  }

  return new Hono()
    .get('/sign-ins', list)
    .post('/sign-ins', connect)
    .post('/sign-ins/:provider', visit)
    .delete('/sign-ins/:provider', remove)
    .delete('/pending-sign-in', decline)
}
