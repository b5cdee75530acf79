import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'

/**
 * Runs a write for a user and returns its result, unless the user has been deleted (rule DA3). The user cannot be
 * deleted while it runs. With `null` as the user it simply runs.
 */
export async function writeUnlessUserDeleted<T>(
  db: Kysely<Tables>,
  userId: string | null,
  write: (db: Kysely<Tables>) => Promise<T>,
): Promise<{ kind: 'written'; value: T } | { kind: 'gone' }> {
  if (userId === null) return { kind: 'written', value: await write(db) }
  const { value } = await inTransaction<{ kind: 'written'; value: T } | { kind: 'gone' }>(db, async db =>
    (await lockUserIfExists(db, userId))
      ? { kind: 'commit', value: { kind: 'written', value: await write(db) } }
      : { kind: 'rollback', value: { kind: 'gone' } },
  )
  return value
}

/**
 * Returns true if the user exists. Waits for a deletion in progress, and blocks the next one until the transaction
 * ends.
 */
export async function lockUserIfExists(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare()
  return (await user.executeTakeFirst()) !== undefined
}
