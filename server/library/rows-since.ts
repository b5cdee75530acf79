import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { NO_ROWS } from '#core/library.ts'
import type { Rows } from '#core/library.ts'
import { ROWS_PER_ANSWER } from '#core/sync-protocol.ts'
import type { Tables } from '#server/database/tables.ts'
import { asRows, partsOf, piecesOf, practiceOf } from './library-rows.ts'

/** Where a user's library stands. */
export type Head = { epoch: string; revision: number; minimumRevision: number }

/** One page of what a device has not got yet. */
export type Page = { reset: boolean; revision: number; more: boolean; rows: Rows }

/** Where the user's library stands; at revision 0 when nothing was ever written. */
export async function headOf(db: Kysely<Tables>, userId: string): Promise<Head> {
  const head = await db
    .selectFrom('library_epoch')
    .leftJoin('user_revision', join => join.on('user_revision.user_id', '=', userId))
    .select(['epoch', 'revision', 'minimum_revision as minimumRevision'])
    .executeTakeFirstOrThrow()
  return { epoch: head.epoch, revision: head.revision ?? 0, minimumRevision: head.minimumRevision ?? 0 }
}

/**
 * The rows written after the device's revision, at most 500 but never a part of a revision. Must run where the rows
 * are those of `head`: in a snapshot, or under the lock of the user's revision (rules LS10, LS11, LS12).
 */
export async function rowsSince(
  db: Kysely<Tables>,
  userId: string,
  head: Head,
  device: { epoch: string | null; since: number },
): Promise<Page> {
  const reset = mustReset(head, device)
  const since = reset ? 0 : device.since
  if (since === head.revision) return { reset, revision: head.revision, more: false, rows: NO_ROWS }
  const until = await endOfPage(db, userId, head, since)
  const selected = await db
    .selectNoFrom(() => {
      const pieces = piecesOf(db, userId).where('revision', '>', since).where('revision', '<=', until)
      const parts = partsOf(db, userId).where('revision', '>', since).where('revision', '<=', until)
      const practice = practiceOf(db, userId).where('revision', '>', since).where('revision', '<=', until)
      // Who begins has nothing that could be deleted.
      const begins = since === 0
      return [
        jsonArrayFrom(pieces.$if(begins, pieces => pieces.where('deleted_at', 'is', null))).as('pieces'),
        jsonArrayFrom(parts.$if(begins, parts => parts.where('deleted_at', 'is', null))).as('parts'),
        jsonArrayFrom(practice).as('practice'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { reset, revision: until, more: until < head.revision, rows: asRows(selected) }
}

/**
 * Is what the device has void? It counts by another epoch, knows revisions that were never given out, or has been
 * away for so long that deletions it never heard of are forgotten.
 */
function mustReset(head: Head, { epoch, since }: { epoch: string | null; since: number }): boolean {
  if (epoch === null && since === 0) return false
  return epoch !== head.epoch || since > head.revision || (since > 0 && since < head.minimumRevision)
}

/** Does the device have every revision but the newest? One that begins does not: it is spared what is deleted. */
export const hasAllBefore = (head: Head, device: { epoch: string | null; since: number }): boolean =>
  device.since > 0 && device.since === head.revision - 1 && !mustReset(head, device)

/**
 * The last revision of a page that begins after `since`. A snapshot's first page reaches to the minimum revision
 * at least, however long it gets: a cursor below it would mean a reset again with every page.
 */
async function endOfPage(db: Kysely<Tables>, userId: string, head: Head, since: number): Promise<number> {
  const revisionsIn = (table: 'piece' | 'part' | 'practice') => sql`(
    select revision from ${sql.table(table)} where user_id = ${userId} and revision > ${since}
    order by revision limit ${ROWS_PER_ANSWER + 1})`
  const { rows } = await sql<{ rows: number; first: number | null; last: number | null }>`
    select count(*) as rows, min(revision) as first, max(revision) as last
    from (
      select revision from (
        ${revisionsIn('piece')} union all ${revisionsIn('part')} union all ${revisionsIn('practice')}
      ) as later
      order by revision limit ${ROWS_PER_ANSWER + 1}
    ) as page
  `.execute(db)
  const page = rows[0]
  if (page === undefined || page.first === null || page.last === null) return head.revision
  if (page.rows <= ROWS_PER_ANSWER) return head.revision
  const whole = page.first < page.last ? page.last - 1 : page.last
  return Math.max(whole, head.minimumRevision)
}
