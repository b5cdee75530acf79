import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/statements.ts'

/**
 * Runs a database write for a user and returns its result. Returns 'gone' without running it if the user was deleted
 * (rule DA1). The user cannot be deleted during the write. If `userId` is null, runs the write without this check.
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
 * Locks a user's row until the transaction ends, so that the user cannot be deleted. Waits for a deletion in progress.
 * Returns false if the user does not exist.
 */
export async function lockUserIfExists(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare()
  return (await user.executeTakeFirst()) !== undefined
}
