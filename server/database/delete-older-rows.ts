import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Small enough that other requests do not wait long between two steps. */
const BATCH_SIZE = 5000

/**
 * Deletes the rows of a table whose time in `column` is earlier than `before`, a Date or milliseconds. Deletes a
 * few thousand rows per statement, so that other requests do not wait long (rule DB13). Stops early if `hasTime`
 * returns false, because the time of the calling job has run out. The job's next run then deletes the rest.
 */
export async function deleteOlderRows<T extends keyof Tables>(
  db: Kysely<Tables>,
  [table, column]: readonly [table: T, column: string & keyof Tables[T]],
  before: number | Date,
  hasTime: () => boolean,
): Promise<void> {
  const isOld = sql`${sql.ref(column)} < ${before}`
  while (hasTime()) {
    // Checked again, because rows of two partitions can have the same ctid (rule DB30). Deleting by the primary key instead
    // takes five to ten times as long, because PostgreSQL then reads the whole table for each step.
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${isOld} and ctid in (
        select ctid from ${sql.table(table)} where ${isOld} limit ${BATCH_SIZE})`.execute(db)
    if (numAffectedRows < BATCH_SIZE) return
  }
}
