import { parse, parseSigned } from 'hono/utils/cookie'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import { counted } from '#server/counters.ts'
import type { Tables } from '#server/database/tables.ts'
import { overhear } from './better-auth.ts'
import type { BetterAuth } from './better-auth.ts'
import { endOfSession } from './ended-session.ts'
import type { SessionEnd } from './ended-session.ts'

export type User = { id: string; name: string; email: string; image: string | null }

/** Who a request comes from. `signedInAt` is in milliseconds. */
export type SignedIn = { user: User; sessionId: string; signedInAt: number }

/**
 * Why the cookie of a session counts for nothing: not signed by us, run out, ended elsewhere, no such row (signed out,
 * replaced by another sign-in, cleared away), its user gone. 'there': a good one, which was not found a moment ago.
 */
export type Refused = 'not-ours' | 'ran-out' | 'ended' | 'unknown' | 'userless' | 'there'

/** Finds the session that a request shows, and tells why it is none. */
export function sessionFinder(auth: BetterAuth, db: Kysely<Tables>, log: Logger) {
  /**
   * The session, and the cookies that let it roll on (only without `disableRefresh`). A session that is none gives no
   * cookies: the answer may arrive after that of a sign-in and would take the new session's (rule ID24). Where it could
   * not be looked up this throws: that is no sign-out (rule ID25).
   */
  async function find(
    request: Request,
    disableRefresh: boolean,
  ): Promise<{ signedIn: SignedIn | null; cookies: readonly string[] }> {
    const { result: response, ranOut } = await overhear(() =>
      auth.api.getSession({ headers: request.headers, query: { disableRefresh }, asResponse: true }),
    )
    // 401 is one that was ended in the very moment in which it was to be prolonged.
    if (!response.ok && response.status !== 401) throw new Error('a session could not be looked up')
    const signedIn = response.ok ? signedInOf(await response.json()) : null
    if (signedIn !== null) return { signedIn, cookies: response.headers.getSetCookie() }
    await tellRefusal(request, ranOut)
    return { signedIn, cookies: [] }
  }

  /** Leaves in the log why a session was refused, without telling whose it was (rule ID26). */
  async function tellRefusal(request: Request, ranOut: boolean): Promise<void> {
    const token = await tokenIn(request)
    if (token === null) return
    const because = await refusalOf(request, token, ranOut)
    counted.refusedSession(because)
    const { pathname } = new URL(request.url)
    log[because === 'there' || because === 'userless' ? 'warn' : 'info'](
      { because, path: pathname },
      'the cookie of a session counts for nothing',
    )
  }

  async function refusalOf(request: Request, token: string, ranOut: boolean): Promise<Refused> {
    if (ranOut) return 'ran-out'
    const { authCookies, secret } = await auth.$context
    const { name } = authCookies.sessionToken
    const signed = await parseSigned(request.headers.get('cookie') ?? '', secret, name)
    if (typeof signed[name] !== 'string') return 'not-ours'
    const row = await db
      .selectFrom('session')
      .leftJoin('user', 'user.id', 'session.userId')
      .select('user.id as owner')
      .where('token', '=', token)
      .executeTakeFirst()
    if (row !== undefined) return row.owner === null ? 'userless' : 'there'
    return (await endOfSession(db, token)) === null ? 'unknown' : 'ended'
  }

  /** Why the session that a request shows was ended elsewhere, or null (rules ID23, DA6). */
  async function endOf(request: Request): Promise<SessionEnd | null> {
    // The signature is not looked at: whoever knows the token has had the session.
    const token = await tokenIn(request)
    return token === null ? null : endOfSession(db, token)
  }

  /** What stands before the last dot, where the signature begins; null without a cookie. */
  async function tokenIn(request: Request): Promise<string | null> {
    const { name } = (await auth.$context).authCookies.sessionToken
    const cookie = parse(request.headers.get('cookie') ?? '', name)[name]
    return cookie === undefined ? null : cookie.slice(0, cookie.lastIndexOf('.'))
  }

  return { find, endOf }
}

/** What of a user leaves Better Auth. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z
    .string()
    .nullish()
    .transform(image => image ?? null),
})

const found = z.object({ user, session: z.object({ id: z.string(), createdAt: z.coerce.date() }) })

function signedInOf(json: unknown): SignedIn | null {
  if (json === null) return null
  const { user, session } = found.parse(json)
  return { user, sessionId: session.id, signedInAt: session.createdAt.getTime() }
}
