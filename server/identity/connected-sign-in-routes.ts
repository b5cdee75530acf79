import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import {
  deletePendingSignIn,
  deleteSignIn,
  getSignIns,
  postSignIn,
  postSignInVisit,
} from '#core/protocol/operations.ts'
import { isSocialProvider, PROVIDER_DISPLAY_NAMES } from '#core/protocol/social-provider.ts'
import type { SocialProvider } from '#core/protocol/social-provider.ts'
import type { ServerContext } from '#server/context.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour } from '#server/http/rate-limit.ts'
import { refusalByUserRateLimit } from '#server/http/user-rate-limit.ts'
import { renderSignInMethodChangedMail } from '#server/mail/sign-in-changed-mail.ts'
import { offeredProviders } from '#server/settings/social-settings.ts'
import { listConnectedSignIns, connectProviderAccount, disconnectProvider } from './connected-sign-ins.ts'
import type { UserSession } from './user-session.ts'
import { isRecentSession } from './fresh-session.ts'
import { deletePendingConnection, readPendingConnection } from './pending-connection.ts'
import { consumeSocialSignInLimit } from './social-sign-in-routes.ts'

/** More than anybody needs to try every provider. */
const MAX_CHANGES_PER_HOUR = 60

/** Routes that list, connect and remove sign-in methods of a user (rules ID34 and ID35). */
export function connectedSignInRoutes(context: ServerContext): Hono {
  const { configuration, database, identity, log, now } = context
  const { db } = database
  const offered: ReadonlySet<string> = new Set(offeredProviders(configuration))

  const routes = new Hono()

  mountForUser(routes, identity, getSignIns, async (exchange, { user }) => {
    const pending = await readPendingConnection(exchange, configuration, user, now())
    return {
      signIns: await listConnectedSignIns(db, user.id),
      pending: pending && { key: pending.id, provider: pending.provider, email: pending.email },
    }
  })

  mountForUser(routes, identity, postSignInVisit, async (exchange, signedIn, body) => {
    const refused = await refuseUnlessFresh(signedIn)
    if (refused !== null) return refused
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider) || !offered.has(provider)) return problemResponse('not-found')
    const taken = await consumeSocialSignInLimit(context, exchange)
    if (taken.kind === 'exhausted') return problemResponse('too-many-requests', taken)
    const attempt = { ...body, provider, connectTo: signedIn.user.id }
    const { url, cookies } = await identity.social.start(exchange.req.raw, attempt)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    return { url }
  })

  mountForUser(routes, identity, postSignIn, async (exchange, signedIn, { key }) => {
    const refused = await refuseUnlessFresh(signedIn)
    if (refused !== null) return refused
    const { user } = signedIn
    const pending = await readPendingConnection(exchange, configuration, user, now())
    if (pending === null || pending.id !== key) return problemResponse('not-found')
    const connected = await connectProviderAccount(db, user.id, pending)
    deletePendingConnection(exchange, configuration)
    if (connected === 'gone') return problemResponse('signed-out')
    if (connected === 'taken') return problemResponse('sign-in-taken')
    if (connected === 'connected') void sendChangeMail(exchange, user.email, connected, pending.provider)
    return undefined
  })

  mountForUser(routes, identity, deletePendingSignIn, async exchange => {
    deletePendingConnection(exchange, configuration)
  })

  mountForUser(routes, identity, deleteSignIn, async (exchange, signedIn) => {
    const refused = await refuseUnlessFresh(signedIn)
    if (refused !== null) return refused
    const { user } = signedIn
    const provider = exchange.req.param('provider')
    if (!isSocialProvider(provider)) return problemResponse('not-found')
    const removed = await disconnectProvider(db, user.id, provider)
    if (removed === 'last') return problemResponse('last-sign-in')
    if (removed === 'not-found') return problemResponse('not-found')
    void sendChangeMail(exchange, user.email, removed, provider)
    return undefined
  })

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

  async function refuseUnlessFresh(signedIn: UserSession): Promise<Response | null> {
    if (!isRecentSession(signedIn, now())) return problemResponse('fresh-session-required')
    return refusalByUserRateLimit(db, {
      what: 'sign-in-changes-per-user',
      who: signedIn.user.id,
      allowance: limitPerHour(MAX_CHANGES_PER_HOUR),
      now: now(),
    })
  }

  return routes
}
