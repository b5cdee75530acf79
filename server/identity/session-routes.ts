import { Hono, type MiddlewareHandler } from 'hono'
import {
  deleteOtherSessions,
  deleteSessionById,
  getSession,
  getSessions,
  postSignOut,
} from '#core/protocol/operations.ts'
import { removeControlCharacters } from '#core/protocol/plain-text.ts'
import { loadStripeRole } from '#server/billing/billing.ts'
import type { ServerContext } from '#server/context.ts'
import { CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { mount, mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { deleteSessionsKeepingReason } from './find-session.ts'
import { isSignedInWithin30Days, type UserSession } from './user-session.ts'
import type { Identity } from './identity.ts'

export function currentSessionRoutes(context: ServerContext): Hono {
  const { database, identity } = context
  const routes = new Hono()

  mount(routes, getSession, async exchange => {
    const { signedIn, cookies } = await identity.renewSession(exchange.req.raw)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
    if (signedIn === null) {
      // The cookie stays until this device signs in or out (rule SI4). So every request returns the reason for the end
      // of the session, even if the first response was lost (rule ID23).
      const ended = await identity.findSessionEnd(exchange.req.raw)
      return { user: null, stripeRole: null, signedInAt: null, ended }
    }
    const { user, signedInAt } = signedIn
    // Computed for every request, so that a payment or cancellation on another device shows at once (spec 3).
    return { user, stripeRole: await loadStripeRole(database.db, user.id), signedInAt, ended: null }
  })

  mount(routes, postSignOut, async exchange => {
    const cookies = await identity.signOut(exchange.req.raw)
    for (const cookie of cookies) exchange.header('set-cookie', cookie, { append: true })
  })

  return routes
}

export function sessionListRoutes({ database, identity, now }: ServerContext): Hono {
  const { db } = database

  const routes = new Hono()

  mountForUser(routes, identity, getSessions, async (_, signedIn) => {
    const rows = await db
      .selectFrom('session')
      .select(['id', 'createdAt', 'updatedAt', 'userAgent'])
      .where('userId', '=', signedIn.user.id)
      .where('expiresAt', '>', new Date(now()))
      .orderBy('updatedAt', 'desc')
      .orderBy('id')
      .execute()
    const sessions = rows.map(({ id, createdAt, updatedAt, userAgent }) => ({
      id,
      createdAt: createdAt.getTime(),
      lastSeenAt: updatedAt.getTime(),
      ...parseDeviceFromUserAgent(userAgent),
      current: id === signedIn.sessionId,
    }))
    // This device comes first because everybody recognizes it.
    return { sessions: sessions.toSorted((one, other) => Number(other.current) - Number(one.current)) }
  })

  async function end(
    signedIn: UserSession,
    which: { id: string } | 'elsewhere',
  ): Promise<Response | undefined> {
    const { user, sessionId } = signedIn
    const isOwn = which !== 'elsewhere' && which.id === sessionId
    if (!isOwn && !isSignedInWithin30Days(signedIn, now())) return problemResponse('fresh-session-required')
    const sessions =
      which === 'elsewhere' ? { userId: user.id, allBut: sessionId } : { userId: user.id, id: which.id }
    const ended = await deleteSessionsKeepingReason(db, sessions, 'session-revoked')
    if (ended === 0 && which !== 'elsewhere') return problemResponse('not-found')
    // Makes the open event streams of that session check it again at once.
    database.bus.publish(user.id, CHECK_SESSION_REVISION)
    return undefined
  }

  mountForUser(routes, identity, deleteOtherSessions, (_, signedIn) => end(signedIn, 'elsewhere'))
  mountForUser(routes, identity, deleteSessionById, (exchange, signedIn) =>
    end(signedIn, { id: removeControlCharacters(exchange.req.param('id') ?? '') }),
  )
  return routes
}

// The order matters because most browsers also claim to be Chrome, and all of them to be Safari.
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

// The order matters because Android also says Linux, and an iPhone also says Mac OS X.
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

export const parseDeviceFromUserAgent = (userAgent: string | null) => ({
  browser: firstMatch(BROWSERS, userAgent ?? ''),
  system: firstMatch(SYSTEMS, userAgent ?? ''),
})

const firstMatch = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

export function explainSessionEndOn401({
  findSessionEnd,
}: Pick<Identity, 'findSessionEnd'>): MiddlewareHandler {
  return async (exchange, next) => {
    await next()
    if (exchange.res.status !== 401) return
    const end = await findSessionEnd(exchange.req.raw)
    if (end !== null) exchange.res = problemResponse(end)
  }
}
