import * as z from 'zod'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse, parseSigned } from 'hono/utils/cookie'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import { createCompiledStatement } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { createLineLimit } from '#server/observability/log.ts'
import { captureAuthEvents, type BetterAuth } from './better-auth.ts'
import type { SessionRefusalReason, UserSession } from './user-session.ts'

/** The maximum age of a session, however often it was prolonged (rule ID8). */
const MOST_MILLISECONDS = RETENTION_PERIODS.sessionMostDays * 86_400_000

/** Refused sessions in the log, a second. */
const LINES_PER_SECOND = 50

/** Sessions whose user is remembered. A request of a forgotten one counts as a guest's once (rule HT84). */
const MOST_REMEMBERED = 10_000

/**
 * Creates three functions: `find` returns the session of a request, `userOfCookie` its user from memory, and
 * `findSessionEnd` the reason why the session of a request was ended.
 */
export function createSessionFinder(auth: BetterAuth, db: Kysely<Tables>, log: Logger, cookieName: string) {
  const users = new Map<string, string>()
  const mayLog = createLineLimit(LINES_PER_SECOND)

  const sessionCookie = (header: string | null | undefined) =>
    header?.split('; ').find(cookie => cookie.startsWith(`${cookieName}=`))

  function remember({ headers }: Request, userId: string): void {
    const cookie = sessionCookie(headers.get('cookie'))
    if (cookie === undefined) return
    users.delete(cookie)
    users.set(cookie, userId)
    const [oldest] = users.keys()
    if (users.size > MOST_REMEMBERED && oldest !== undefined) users.delete(oldest)
  }

  /**
   * Returns the session, and the cookies that prolong it unless `disableRefresh` is set. An invalid session yields no
   * cookies: the response may arrive after that of a new sign-in and would delete the new cookie (rule SI4). Throws if
   * the lookup fails, because a failed lookup is no sign-out (rule SI4).
   */
  async function find(
    request: Request,
    disableRefresh: boolean,
  ): Promise<{ signedIn: UserSession | null; cookies: readonly string[] }> {
    const cookie = await sessionCookieValue(request)
    if (cookie === undefined || isSpelledOtherwise(cookie)) return { signedIn: null, cookies: [] }
    const valid = disableRefresh ? await findValid(request) : null
    if (valid !== null) return { signedIn: valid, cookies: [] }
    const {
      result: response,
      ranOut,
      databaseFailure,
    } = await captureAuthEvents(() =>
      auth.api.getSession({ headers: request.headers, query: { disableRefresh }, asResponse: true }),
    )
    // 401: the session was deleted while it was being prolonged.
    if (!response.ok && response.status !== 401)
      throw databaseFailure ?? new Error('a session could not be looked up')
    const signedIn = response.ok ? parseUserSession(await response.json()) : null
    const isTooOld = signedIn !== null && isOlderThanAllowed(signedIn)
    if (signedIn !== null) remember(request, signedIn.user.id)
    if (signedIn !== null && !isTooOld) return { signedIn, cookies: response.headers.getSetCookie() }
    await logRefusal(request, ranOut || isTooOld)
    return { signedIn: null, cookies: [] }
  }

  /**
   * Returns whether the cookie's signature is spelled as nobody writes it. The last letter of its base64 has two bits too
   * many, so Better Auth takes four spellings, and what counts by cookie would count each of them (rule ID8).
   */
  const isSpelledOtherwise = (cookie: string) => /[^AEIMQUYcgkosw048]=$/.test(cookie)

  async function sessionCookieValue(request: Request): Promise<string | undefined> {
    const { name } = (await auth.$context).authCookies.sessionToken
    return parse(request.headers.get('cookie') ?? '', name)[name]
  }

  /** Returns the session if it is valid, otherwise null. */
  async function findValid(request: Request): Promise<UserSession | null> {
    const { authCookies, secret } = await auth.$context
    const valid = await findSessionFromSignedCookie(db, request, {
      name: authCookies.sessionToken.name,
      secret,
    })
    if (valid === null || isOlderThanAllowed(valid)) return null
    remember(request, valid.user.id)
    return valid
  }

  /** Logs why a session was refused, without naming its user (rule HT11). */
  async function logRefusal(request: Request, ranOut: boolean): Promise<void> {
    const token = await sessionToken(request)
    if (token === null) return
    const because = await refusalReason(request, token, ranOut)
    incrementCounter.refusedSession(because)
    if (!mayLog(Date.now())) return
    const { pathname } = new URL(request.url)
    log.info({ because, path: pathname }, 'the cookie of a session counts for nothing')
  }

  async function refusalReason(
    request: Request,
    token: string,
    ranOut: boolean,
  ): Promise<SessionRefusalReason> {
    if (ranOut) return 'ran-out'
    const { authCookies, secret } = await auth.$context
    const { name } = authCookies.sessionToken
    const signed = await parseSigned(request.headers.get('cookie') ?? '', secret, name)
    if (typeof signed[name] !== 'string') return 'not-ours'
    return (await loadSessionEndReason(db, token)) === null ? 'unknown' : 'ended'
  }

  /** Returns why the request's session was ended on another device or with the account, or null (rules ID23, DA6). */
  async function findSessionEnd(request: Request): Promise<SessionEndReason | null> {
    // The signature is not checked: whoever knows the token has had the session.
    const token = await sessionToken(request)
    return token === null ? null : loadSessionEndReason(db, token)
  }

  /** Returns the token in the session cookie, without the signature after the last dot; null without a cookie. */
  async function sessionToken(request: Request): Promise<string | null> {
    const cookie = await sessionCookieValue(request)
    return cookie === undefined ? null : cookie.slice(0, cookie.lastIndexOf('.'))
  }

  const userOfCookie = (header: string | undefined) => users.get(sessionCookie(header) ?? '') ?? null

  return { find, findSessionEnd, userOfCookie }
}

const isOlderThanAllowed = ({ signedInAt }: UserSession) => Date.now() - signedInAt > MOST_MILLISECONDS

/** Schema of the fields of a Better Auth user that the server uses. */
export const sessionUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z
    .string()
    .nullish()
    .transform(image => image ?? null),
})

const sessionResponseSchema = z.object({
  user: sessionUserSchema,
  session: z.object({ id: z.string(), createdAt: z.coerce.date() }),
})

function parseUserSession(json: unknown): UserSession | null {
  if (json === null) return null
  const { user, session } = sessionResponseSchema.parse(json)
  return { user, sessionId: session.id, signedInAt: session.createdAt.getTime() }
}

/** The name of the session cookie and the secret that signs it. */
type SessionCookie = { name: string; secret: string }

/**
 * Returns the session of a request without calling Better Auth. The request must have exactly one session cookie, the
 * cookie's signature must be valid, and the session must not have expired. Otherwise returns null, and the caller must
 * ask Better Auth. This shortcut saves a fifth of the processor time of a sync round (decision 0073).
 */
async function findSessionFromSignedCookie(
  db: Kysely<Tables>,
  request: Request,
  cookie: SessionCookie,
): Promise<UserSession | null> {
  const token = verifiedToken(request.headers.get('cookie') ?? '', cookie)
  if (token === null) return null
  const [row] = await selectSession(db, {}, { token })
  if (row === undefined || row.expiresAt.getTime() < Date.now()) return null
  const { sessionId, createdAt, id, name, email, image } = row
  return { user: { id, name, email, image }, sessionId, signedInAt: createdAt.getTime() }
}

type Row = UserSession['user'] & { sessionId: string; createdAt: Date; expiresAt: Date }

const selectSession = createCompiledStatement<{}, { token: string }, Row>(
  (_, valueOf) => sql`
    select session.id as "sessionId", session."createdAt", session."expiresAt",
      "user".id, "user".name, "user".email, "user".image
    from session join "user" on "user".id = session."userId"
    where session.token = ${valueOf(({ token }) => token)}`,
)

/** Returns the token in the session cookie if its signature is valid, otherwise null. */
function verifiedToken(header: string, { name, secret }: SessionCookie): string | null {
  // Of two cookies of this name, which another host can plant without the prefix __Host-, Better Auth decides.
  if (header.split(`${name}=`).length !== 2) return null
  const value = parse(header, name)[name] ?? ''
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, Math.max(dot, 0))
  const signature = Buffer.from(value.slice(dot + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
  return isOurs && token !== '' ? token : null
}

/** Selects sessions of one user. */
type Sessions = { userId: string } & ({ all: true } | { id: string } | { allBut: string })

/**
 * Deletes the given sessions of a user, and returns how many were deleted. Stores `reason` for each session until
 * its cookie expires, so that the device with this cookie can be told why its session has ended (rules ID23 and
 * DA6).
 */
export async function endSessions(
  db: Kysely<Tables>,
  sessions: Sessions,
  reason: SessionEndReason,
): Promise<number> {
  const ended = await db
    .with('ended', query =>
      query
        .deleteFrom('session')
        .where('userId', '=', sessions.userId)
        .$if('id' in sessions, some => some.where('id', '=', 'id' in sessions ? sessions.id : ''))
        .$if('allBut' in sessions, some =>
          some.where('id', '<>', 'allBut' in sessions ? sessions.allBut : ''),
        )
        .returning([
          sql<string>`encode(sha256(convert_to(token, 'UTF8')), 'hex')`.as('token_hash'),
          sql<number>`(extract(epoch from "expiresAt") * 1000)::bigint`.as('kept_until'),
        ]),
    )
    .insertInto('ended_session')
    .columns(['token_hash', 'reason', 'kept_until'])
    .expression(query =>
      query
        .selectFrom('ended')
        .select(['token_hash', sql<SessionEndReason>`${reason}::text`.as('reason'), 'kept_until']),
    )
    .returning('token_hash')
    .execute()
  return ended.length
}

/**
 * Returns the reason why the session with this token was ended: 'session-revoked' if the user ended it from another
 * device, or 'account-deleted'. Returns null if neither has happened.
 */
async function loadSessionEndReason(db: Kysely<Tables>, token: string): Promise<SessionEndReason | null> {
  const ended = await db
    .selectFrom('ended_session')
    .select('reason')
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst()
  return ended?.reason ?? null
}
