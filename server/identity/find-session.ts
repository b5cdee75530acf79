import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { RemoteSessionEndReason } from '#core/protocol/sign-in.ts'
import { createCompiledStatement } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { createInMemoryLimiter } from '#server/http/rate-limit.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { hostCookieSettings } from './host-cookie.ts'
import type { InvalidSessionCookieReason, UserSession } from './user-session.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LIFETIME = RETENTION_PERIODS.sessionDays * DAY
const MAX_AGE = RETENTION_PERIODS.sessionMostDays * DAY

const LINES_PER_SECOND = 50

const MOST_REMEMBERED = 10_000

/**
 * Reads Better Auth's sessions itself, which saves a fifth of a sync's CPU time (decision 0073). The
 * methods throw if the database fails, because null would mean a sign-out (rule SI4).
 */
export function createSessionStore(
  { origin, secret }: Pick<Configuration, 'origin' | 'secret'>,
  db: Kysely<Tables>,
  log: Logger,
) {
  const cookie = hostCookieSettings(origin, 'session_token', LIFETIME / 1000)
  const users = new Map<string, string>()
  const isFlood = createInMemoryLimiter(LINES_PER_SECOND, 1000)

  const cookieOf = (header: string | null | undefined) => parse(header ?? '', cookie.name)[cookie.name]

  const cookieOfRequest = ({ headers }: Request) => cookieOf(headers.get('cookie'))

  async function find(request: Request): Promise<(UserSession & { expiresAt: Date }) | null> {
    const value = cookieOfRequest(request)
    if (value === undefined) return null
    if (!isSigned(value, secret)) return refuse(request, 'not-ours')
    const token = tokenOf(value)
    const [row] = await selectSession(db, {}, { token })
    if (row === undefined)
      return refuse(request, (await loadSessionEndReason(db, token)) === null ? 'unknown' : 'ended')
    const { sessionId, createdAt, expiresAt, id, name, email, image } = row
    const now = Date.now()
    if (expiresAt.getTime() < now || createdAt.getTime() < now - MAX_AGE) return refuse(request, 'ran-out')
    remember(value, id)
    return { user: { id, name, email, image }, sessionId, signedInAt: createdAt.getTime(), expiresAt }
  }

  function remember(cookie: string, userId: string): void {
    users.delete(cookie)
    users.set(cookie, userId)
    const [oldest] = users.keys()
    if (users.size > MOST_REMEMBERED && oldest !== undefined) users.delete(oldest)
  }

  function refuse({ url }: Request, because: InvalidSessionCookieReason): null {
    counterIncrementers.refusedSession(because)
    if (isFlood('', Date.now()) === null)
      log.info({ because, path: new URL(url).pathname }, 'the cookie of a session counts for nothing')
    return null
  }

  return {
    findSession: (request: Request): Promise<UserSession | null> => find(request),

    /**
     * The caller must set `cookies`. An invalid cookie is not deleted, because the response could arrive after
     * a new sign-in and delete its cookie (rule SI4).
     */
    async renewSession(
      request: Request,
    ): Promise<{ signedIn: UserSession | null; cookies: readonly string[] }> {
      const signedIn = await find(request)
      const now = Date.now()
      if (signedIn === null || signedIn.expiresAt.getTime() > now + LIFETIME - HOUR)
        return { signedIn, cookies: [] }
      const renewed = await db
        .updateTable('session')
        .set({ updatedAt: new Date(now), expiresAt: new Date(now + LIFETIME) })
        .where('id', '=', signedIn.sessionId)
        .returning('id')
        .executeTakeFirst()
      // The session has ended meanwhile.
      if (renewed === undefined) return { signedIn: null, cookies: [] }
      return {
        signedIn,
        cookies: [serialize(cookie.name, cookieOfRequest(request) ?? '', cookie.setOptions)],
      }
    },

    async findSessionEnd(request: Request): Promise<RemoteSessionEndReason | null> {
      // The signature is not checked: whoever knows the token has had the session.
      const value = cookieOfRequest(request)
      return value === undefined ? null : loadSessionEndReason(db, tokenOf(value))
    },

    /** Returns the user last seen with this cookie, or null if unknown. The session may have ended since. */
    userOfCookie: (header: string | undefined): string | null => users.get(cookieOf(header) ?? '') ?? null,
  }
}

const tokenOf = (cookie: string) => cookie.slice(0, Math.max(cookie.lastIndexOf('.'), 0))

function isSigned(cookie: string, secret: string): boolean {
  const token = tokenOf(cookie)
  const expected = Buffer.from(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)
  const given = Buffer.from(cookie)
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected)
}

type Row = UserSession['user'] & { sessionId: string; createdAt: Date; expiresAt: Date }

const selectSession = createCompiledStatement<{}, { token: string }, Row>(
  (_, valueOf) => sql`
    select session.id as "sessionId", session."createdAt", session."expiresAt",
      "user".id, "user".name, "user".email, "user".image
    from session join "user" on "user".id = session."userId"
    where session.token = ${valueOf(({ token }) => token)}`,
)

/** Returns the number of ended sessions. Stores `reason` until the session's cookie expires (rule ID23). */
export async function deleteSessionsKeepingReason(
  db: Kysely<Tables>,
  sessions: { userId: string } & ({ all: true } | { id: string } | { allBut: string }),
  reason: RemoteSessionEndReason,
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
        .select(['token_hash', sql<RemoteSessionEndReason>`${reason}::text`.as('reason'), 'kept_until']),
    )
    .returning('token_hash')
    .execute()
  return ended.length
}

async function loadSessionEndReason(
  db: Kysely<Tables>,
  token: string,
): Promise<RemoteSessionEndReason | null> {
  const ended = await db
    .selectFrom('ended_session')
    .select('reason')
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst()
  return ended?.reason ?? null
}
