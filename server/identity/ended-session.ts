import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Why a session is over that its device has not ended itself; the code of the problem that it gets (D18). */
export type SessionEnd = 'session-revoked' | 'account-deleted'

/** Some sessions of one user. */
type Sessions = { userId: string } & ({ all: true } | { id: string } | { allBut: string })

/**
 * Ends sessions in one statement and leaves behind why, until the cookie runs out by itself (rules ID23 and DA6).
 * Gives how many there were.
 */
export async function endSessions(
  db: Kysely<Tables>,
  sessions: Sessions,
  reason: SessionEnd,
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
        .select(['token_hash', sql<SessionEnd>`${reason}::text`.as('reason'), 'kept_until']),
    )
    .returning('token_hash')
    .execute()
  return ended.length
}

/** Why the session with this token is over, or null where nobody has ended it. */
export async function endOfSession(db: Kysely<Tables>, token: string): Promise<SessionEnd | null> {
  const ended = await db
    .selectFrom('ended_session')
    .select('reason')
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst()
  return ended?.reason ?? null
}
