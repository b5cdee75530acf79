import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { createCompiledStatement } from '#server/database/compiled-statement.ts'
import type { Tables } from '#server/database/tables.ts'
import type { UserSession } from './user-session.ts'

/** The name of the session cookie and the secret that signs it. */
type SessionCookie = { name: string; secret: string }

/**
 * Returns the session of a request without calling Better Auth. The request must have exactly one session cookie, the
 * cookie's signature must be valid, and the session must not have expired. Otherwise returns null, and the caller must
 * ask Better Auth. This shortcut saves a fifth of the processor time of a sync round (decision 0073).
 */
export async function findSessionFromSignedCookie(
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
