import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ChangeId } from '#core/library/change.ts'
import type { Rows } from '#core/library/library.ts'
import type { Tables } from '#server/database/tables.ts'
import type { StoredRowCounts } from './user-quota.ts'

/** Builds a query for all pieces of a user, with the columns of a sync response. Callers can narrow it with where(). */
export const piecesQuery = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('piece')
    .select([
      'id',
      'name',
      'importance',
      'end_tempo as endTempo',
      'click',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'deleted_at as deletedAt',
      'revision',
      'name_at as nameAt',
      'importance_at as importanceAt',
      'end_tempo_at as endTempoAt',
      'click_at as clickAt',
      'perform_on as performOn',
      sql<number>`coalesce(perform_on_at, created_at)`.as('performOnAt'),
      'on_hold as onHold',
      sql<number>`coalesce(on_hold_at, created_at)`.as('onHoldAt'),
    ])
    .where('user_id', '=', userId)

/** Builds a query for all parts of a user, with the columns of a sync response. Callers can narrow it with where(). */
export const partsQuery = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('part')
    .select([
      'id',
      'piece_id as pieceId',
      'name',
      'position',
      'current_tempo as currentTempo',
      'created_at as createdAt',
      'last_practiced as lastPracticed',
      'deleted_at as deletedAt',
      'revision',
      'name_at as nameAt',
      'tempo_at as tempoAt',
      sql<number>`coalesce(position_at, created_at)`.as('positionAt'),
    ])
    .where('user_id', '=', userId)

/** The columns of a practice entry in sync responses and exports. */
export const PRACTICE_COLUMNS = [
  'id',
  'piece_id as pieceId',
  'part_id as partId',
  'tempo',
  'at',
  'retracted_at as retractedAt',
  'seconds',
  'planned_seconds as plannedSeconds',
  'day',
  'first_try_clean as firstTryClean',
  'run_through_id as runThroughId',
] as const

/**
 * Builds a query for all practice entries of a user, with the columns of a sync response. Callers can narrow it with
 * where().
 */
export const practiceQuery = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('practice')
    .select([...PRACTICE_COLUMNS, 'revision'])
    .where('user_id', '=', userId)

/**
 * Casts rows from the database to their types without validation. They are valid because the modules in core/ created
 * them before they were stored, and because table constraints check their ranges.
 */
export const assumeRowTypes = (selected: { pieces: unknown; parts: unknown; practice: unknown }): Rows =>
  ({ pieces: selected.pieces, parts: selected.parts, practice: selected.practice }) as Rows

/** Rows to write, the ids of the changes that produced them, and how many of the rows do not exist yet. */
export type RowsToWrite = { rows: Rows; changes: readonly ChangeId[]; added: StoredRowCounts }

type Writing = { userId: string; revision: number; now: number }

/**
 * Inserts or replaces rows, stores the ids of the changes that produced them and updates the user's row counts, in one
 * statement. The caller must have locked the revision of the user's library, as `incrementRevision` does.
 */
export async function writeLibraryRows(
  db: Kysely<Tables>,
  writing: Writing,
  written: RowsToWrite,
): Promise<void> {
  const { added } = written
  const counted = sql`counted as (
    update user_revision set library_rows = library_rows + ${added.libraryRows}::int,
      practice_rows = practice_rows + ${added.practiceRows}::int
    where user_id = ${writing.userId})`
  const isCounted = added.libraryRows + added.practiceRows > 0
  const needed = [...writesOf(writing, written), ...(isCounted ? [counted] : [])]
  await sql`with ${sql.join(needed)} select 1`.execute(db)
}

/**
 * Writes rows as writeLibraryRows does, and also stores the library's new revision. Needs no lock. Returns true if the
 * rows were written. If the library has changed since the changes were evaluated, writes nothing and returns false.
 *
 * @param judged the library's revision and minimum revision at the time of the evaluation, and the new number of
 *   changes on the UTC day `day`
 */
export async function writeLibraryRowsIfUnchanged(
  db: Kysely<Tables>,
  writing: Writing,
  written: RowsToWrite,
  judged: { revision: number; minimumRevision: number; day: number; changesOfDay: number },
): Promise<boolean> {
  const { added } = written
  // The lock of this row makes the order of revisions that of commits (rule LS2): whoever waited for it and finds another
  // revision writes nothing.
  const bumped = sql`bumped as (
    update user_revision set revision = ${writing.revision}::bigint, day = ${judged.day}::int,
      changes_of_day = ${judged.changesOfDay}::int, library_rows = library_rows + ${added.libraryRows}::int,
      practice_rows = practice_rows + ${added.practiceRows}::int
    where user_id = ${writing.userId} and revision = ${judged.revision}::bigint
      and minimum_revision = ${judged.minimumRevision}::bigint
    returning 1)`
  const isBumped = sql`where exists (select from bumped)`
  const { rows } = await sql<{ isWritten: boolean }>`
    with ${sql.join([bumped, ...writesOf(writing, written, isBumped)])}
    select exists (select from bumped) as "isWritten"`.execute(db)
  return rows[0]?.isWritten === true
}

function writesOf(
  { userId, revision, now }: Writing,
  { rows, changes }: RowsToWrite,
  condition = sql`where true`,
) {
  const user = sql`${userId}::text`
  const written = sql`${revision}::bigint`
  const pieces = sql`pieces as (
    insert into piece (user_id, id, name, importance, end_tempo, click, created_at, updated_at, deleted_at,
      name_at, importance_at, end_tempo_at, click_at, perform_on, perform_on_at, on_hold, on_hold_at, revision)
    select ${user}, id, name, importance, "endTempo", click, "createdAt", "updatedAt", "deletedAt",
      "nameAt", "importanceAt", "endTempoAt", "clickAt", "performOn", "performOnAt", "onHold", "onHoldAt", ${written}
    from json_to_recordset(${JSON.stringify(rows.pieces)}::json) as piece (id text, name text, importance int,
      "endTempo" int, click jsonb, "createdAt" bigint, "updatedAt" bigint, "deletedAt" bigint,
      "nameAt" bigint, "importanceAt" bigint, "endTempoAt" bigint, "clickAt" bigint,
      "performOn" int, "performOnAt" bigint, "onHold" boolean, "onHoldAt" bigint) ${condition}
    on conflict (user_id, id) do update set name = excluded.name, importance = excluded.importance,
      end_tempo = excluded.end_tempo, click = excluded.click, updated_at = excluded.updated_at,
      deleted_at = excluded.deleted_at, name_at = excluded.name_at, importance_at = excluded.importance_at,
      end_tempo_at = excluded.end_tempo_at, click_at = excluded.click_at, perform_on = excluded.perform_on,
      perform_on_at = excluded.perform_on_at, on_hold = excluded.on_hold, on_hold_at = excluded.on_hold_at,
      revision = excluded.revision)`
  const parts = sql`parts as (
    insert into part (user_id, id, piece_id, name, position, current_tempo, created_at, last_practiced, deleted_at,
      name_at, tempo_at, position_at, revision)
    select ${user}, id, "pieceId", name, position, "currentTempo", "createdAt", "lastPracticed", "deletedAt",
      "nameAt", "tempoAt", "positionAt", ${written}
    from json_to_recordset(${JSON.stringify(rows.parts)}::json) as part (id text, "pieceId" text, name text,
      position int, "currentTempo" int, "createdAt" bigint, "lastPracticed" bigint, "deletedAt" bigint,
      "nameAt" bigint, "tempoAt" bigint, "positionAt" bigint) ${condition}
    on conflict (user_id, id) do update set name = excluded.name, position = excluded.position,
      current_tempo = excluded.current_tempo, last_practiced = excluded.last_practiced, deleted_at = excluded.deleted_at, name_at = excluded.name_at,
      tempo_at = excluded.tempo_at, position_at = excluded.position_at, revision = excluded.revision)`
  const practice = sql`entries as (
    insert into practice (user_id, id, piece_id, part_id, tempo, at, retracted_at, seconds, planned_seconds, day,
      first_try_clean, run_through_id, revision)
    select ${user}, id, "pieceId", "partId", tempo, at, "retractedAt", seconds, "plannedSeconds", day,
      "firstTryClean", "runThroughId", ${written}
    from json_to_recordset(${JSON.stringify(rows.practice)}::json) as practice (id text, "pieceId" text,
      "partId" text, tempo int, at bigint, "retractedAt" bigint, seconds int, "plannedSeconds" int, day int,
      "firstTryClean" boolean, "runThroughId" text) ${condition}
    on conflict (user_id, id) do update set retracted_at = excluded.retracted_at, revision = excluded.revision)`
  const remembered = sql`remembered as (
    insert into sync_change (user_id, id, revision, created_at)
    select ${user}, id, ${written}, ${now}::bigint
    from json_array_elements_text(${JSON.stringify(changes)}::json) as id ${condition})`
  return [
    ...(rows.pieces.length > 0 ? [pieces] : []),
    ...(rows.parts.length > 0 ? [parts] : []),
    ...(rows.practice.length > 0 ? [practice] : []),
    remembered,
  ]
}
