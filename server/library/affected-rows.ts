import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Change } from '#core/library/change.ts'
import type { Rows } from '#core/library/library.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import { payingSubscription } from '#server/billing/stripe-role.ts'
import type { Tables } from '#server/database/tables.ts'
import { parseSelectedRows, selectParts, selectPieces, selectPractice } from './library-rows.ts'
import { collectReferencedIds } from './referenced-ids.ts'
import type { ReferencedIds } from './referenced-ids.ts'
import type { LibraryHead } from './select-page.ts'
import type { StoredRowCounts } from './user-quota.ts'

/** Everything that some changes can depend on, so that they can be judged without asking again. */
export type AffectedRows = {
  head: LibraryHead
  plan: StripeRole
  stored: StoredRowCounts
  /** How many changes were applied on the day of UTC that is counted as `day`. */
  changesOfDay: number
  day: number | null
  rows: Rows
  /** Which of the changes were applied before. */
  known: readonly string[]
  /** How many living pieces the user has, whether touched or not; counted no further than any judgment needs. */
  livingPieces: number
}

// Each change names one piece at most, and may have deleted it.
const MOST_COUNTED_PIECES = MAX_FREE_PIECES + 2 * MAX_CHANGES_ACCEPTED + 1

/**
 * Reads what the changes of one user touch, in one statement: what they name, the pieces of that, and of siblings and
 * older entries only as many as can change a judgment. So a change costs the same however long the user's history is
 * (rule LS22). What belongs to somebody else is not there (rule LS5).
 */
export async function loadAffectedRows(
  db: Kysely<Tables>,
  userId: string,
  changes: readonly Change[],
): Promise<AffectedRows> {
  const named = collectReferencedIds(changes)
  const { known, living, head, isPaying, ...selected } = await db
    .with('retracted', () => retractedEntries(userId, named))
    .with('touched_entry', () => touchedEntries(userId, named))
    .with('touched_part', () => touchedParts(userId, named))
    .with('touched_piece', () => touchedPieces(userId, named))
    .selectNoFrom([
      jsonArrayFrom(selectPieces(db, userId).where('id', '=', anyIn('touched_piece'))).as('pieces'),
      jsonArrayFrom(selectParts(db, userId).where('id', '=', anyIn('touched_part'))).as('parts'),
      jsonArrayFrom(selectPractice(db, userId).where('id', '=', anyIn('touched_entry'))).as('practice'),
      jsonArrayFrom(
        db
          .selectFrom('sync_change')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', '=', anyOf(changes.map(change => change.id))),
      ).as('known'),
      db
        .selectFrom(
          db
            .selectFrom('piece')
            .select('id')
            .where('user_id', '=', userId)
            .where('deleted_at', 'is', null)
            .limit(MOST_COUNTED_PIECES)
            .as('living'),
        )
        .select(db => db.fn.countAll<number>().as('count'))
        .as('living'),
      jsonObjectFrom(
        db
          .selectFrom('library_epoch')
          .leftJoin('user_revision', join => join.on('user_revision.user_id', '=', userId))
          .select(['epoch', 'revision', 'minimum_revision', 'library_rows', 'practice_rows'])
          .select(['day', 'changes_of_day']),
      ).as('head'),
      sql<boolean>`exists ${payingSubscription(db, userId)}`.as('isPaying'),
    ])
    .executeTakeFirstOrThrow()
  return {
    head: {
      epoch: head?.epoch ?? '',
      revision: head?.revision ?? 0,
      minimumRevision: head?.minimum_revision ?? 0,
    },
    plan: isPaying ? 'pro' : null,
    stored: { libraryRows: head?.library_rows ?? 0, practiceRows: head?.practice_rows ?? 0 },
    day: head?.day ?? null,
    changesOfDay: head?.changes_of_day ?? 0,
    rows: parseSelectedRows(selected),
    known: known.map(change => change.id),
    livingPieces: living ?? 0,
  }
}

/** The entries that are taken back, those of this very round included: their part, their time, the day they return to. */
const retractedEntries = (userId: string, { retracted, added }: ReferencedIds) => sql<{
  part_id: string
  moment: number | null
}>`(
  select part_id, least(told, at) as moment
  from unnest(${retracted.map(({ id }) => id)}::text[], ${retracted.map(({ told }) => told)}::bigint[])
    as retract (id, told)
  join practice on user_id = ${userId} and practice.id = retract.id
  union all
  select part_id, least(told, at) from unnest(
    ${added.map(({ partId }) => partId)}::text[],
    ${added.map(({ told }) => told)}::bigint[],
    ${added.map(({ at }) => at)}::bigint[]) as added (part_id, told, at))`

/**
 * The entries that are named. Of the part of each that is taken back, one more of the newest than are taken back here:
 * the day a part returns to is that of the newest that is left. And whether the day that the device named was taken
 * back.
 */
const touchedEntries = (userId: string, { practice }: ReferencedIds) => sql<{ id: string }>`(
  select unnest(${practice}::text[]) as id
  union all
  select newest.id from (select part_id, count(*) as times from retracted group by part_id) as practiced
  cross join lateral (
    select id from practice
    where user_id = ${userId} and part_id = practiced.part_id and retracted_at is null
    order by at desc limit practiced.times + 1) as newest
  union all
  select taken_back.id from (select distinct part_id, moment from retracted) as told
  cross join lateral (
    select id from practice
    where user_id = ${userId} and part_id = told.part_id and at = told.moment and retracted_at is not null
    limit 1) as taken_back)`

/**
 * The parts that are named, directly or by an entry that is taken back. Of the pieces to which parts are added or from
 * which they are deleted, also the last part, one that is still the last when others are moved away from there, and more
 * living ones than those judgments look at.
 */
const touchedParts = (userId: string, { parts, deletedParts, grownPieces, moves }: ReferencedIds) => sql<{
  id: string
}>`(
  select unnest(${parts}::text[]) as id
  union all
  select part_id from retracted
  union all
  select sibling.id
  from (
    select piece_id, count(*) as times
    from (
      select unnest(${grownPieces}::text[]) as piece_id
      union all
      select piece_id from part where user_id = ${userId} and id = ${anyOf(deletedParts)}
    ) as judged group by piece_id
  ) as judged
  cross join lateral (
    (select id from part
      where user_id = ${userId} and piece_id = judged.piece_id and deleted_at is null
      limit judged.times + ${MAX_FREE_PARTS_PER_PIECE + 1})
    union all
    (select id from part
      where user_id = ${userId} and piece_id = judged.piece_id
      order by position desc limit ${1 + moves})
  ) as sibling)`

/** The pieces that are named, directly, by a part or by an entry. */
const touchedPieces = (userId: string, { pieces, practice }: ReferencedIds) => sql<{ id: string }>`(
  select unnest(${pieces}::text[]) as id
  union all
  select piece_id from part where user_id = ${userId} and id = ${anyIn('touched_part')}
  union all
  select piece_id from practice where user_id = ${userId} and id = ${anyOf(practice)})`

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`
/** Any of the ids that were collected: an array, so that each is looked up in the index, however large the table is. */
const anyIn = (ids: 'touched_piece' | 'touched_part' | 'touched_entry') =>
  sql<string>`any(array(select id from ${sql.table(ids)}))`
