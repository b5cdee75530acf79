import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'

/**
 * Writes something of a user's that no account must leave behind: the user cannot be deleted before it is written, and
 * where they have been, nothing is (rule DA3). What is nobody's (null) is simply written.
 */
export async function whileUserLives<T>(
  db: Kysely<Tables>,
  userId: string | null,
  write: (db: Kysely<Tables>) => Promise<T>,
): Promise<{ kind: 'written'; value: T } | { kind: 'gone' }> {
  if (userId === null) return { kind: 'written', value: await write(db) }
  const { value } = await inTransaction<{ kind: 'written'; value: T } | { kind: 'gone' }>(db, async db =>
    (await holdUser(db, userId))
      ? { kind: 'commit', value: { kind: 'written', value: await write(db) } }
      : { kind: 'rollback', value: { kind: 'gone' } },
  )
  return value
}

/**
 * Whether there is such a user: waits for a deletion that is under way, and within a transaction keeps the next one
 * waiting.
 */
export async function holdUser(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare()
  return (await user.executeTakeFirst()) !== undefined
}
