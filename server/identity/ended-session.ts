import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { SessionEndReason } from '#core/protocol/session-end.ts'
import type { Tables } from '#server/database/tables.ts'

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
export async function loadSessionEndReason(
  db: Kysely<Tables>,
  token: string,
): Promise<SessionEndReason | null> {
  const ended = await db
    .selectFrom('ended_session')
    .select('reason')
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst()
  return ended?.reason ?? null
}
