import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ChangeId } from '#core/library/change.ts'
import type { Rows } from '#core/library/library.ts'
import { createCompiledStatement } from '#server/database/compiled-statement.ts'
import type { ValuePlace } from '#server/database/compiled-statement.ts'
import type { Tables } from '#server/database/tables.ts'
import type { StoredRowCounts } from './user-quota.ts'

/** Rows to write, the ids of the changes that produced them, and how many of the rows do not exist yet. */
export type RowsToWrite = { rows: Rows; changes: readonly ChangeId[]; added: StoredRowCounts }

type Writing = { userId: string; revision: number; now: number }
type Input = Writing & RowsToWrite

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
  const isCounted = added.libraryRows + added.practiceRows > 0
  await writeRows(db, { ...tablesOf(written), isCounted }, { ...writing, ...written })
}

const writeRows = createCompiledStatement<WrittenTables & { isCounted: boolean }, Input, unknown>(
  ({ isCounted, ...tables }, valueOf) => {
    const counted = sql`counted as (
      update user_revision set library_rows = library_rows + ${valueOf(({ added }) => added.libraryRows)}::int,
        practice_rows = practice_rows + ${valueOf(({ added }) => added.practiceRows)}::int
      where user_id = ${valueOf(({ userId }) => userId)})`
    const needed = [...writesOf(tables, valueOf), ...(isCounted ? [counted] : [])]
    return sql`with ${sql.join(needed)} select 1`
  },
)

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
  judged: JudgedHead,
): Promise<boolean> {
  const rows = await writeRowsIfUnchanged(db, tablesOf(written), { ...writing, ...written, judged })
  return rows[0]?.isWritten === true
}

type JudgedHead = { revision: number; minimumRevision: number; day: number; changesOfDay: number }

const writeRowsIfUnchanged = createCompiledStatement<
  WrittenTables,
  Input & { judged: JudgedHead },
  { isWritten: boolean }
>((tables, valueOf) => {
  // The lock of this row makes the order of revisions that of commits (rule LS2): whoever waited for it and finds another
  // revision writes nothing.
  const bumped = sql`bumped as (
    update user_revision set revision = ${valueOf(({ revision }) => revision)}::bigint,
      day = ${valueOf(({ judged }) => judged.day)}::int,
      changes_of_day = ${valueOf(({ judged }) => judged.changesOfDay)}::int,
      library_rows = library_rows + ${valueOf(({ added }) => added.libraryRows)}::int,
      practice_rows = practice_rows + ${valueOf(({ added }) => added.practiceRows)}::int
    where user_id = ${valueOf(({ userId }) => userId)} and revision = ${valueOf(({ judged }) => judged.revision)}::bigint
      and minimum_revision = ${valueOf(({ judged }) => judged.minimumRevision)}::bigint
    returning 1)`
  const isBumped = sql`where exists (select from bumped)`
  return sql`
    with ${sql.join([bumped, ...writesOf(tables, valueOf, isBumped)])}
    select exists (select from bumped) as "isWritten"`
})

/** The tables of which a statement writes rows. */
type WrittenTables = { pieces: boolean; parts: boolean; practice: boolean }

const tablesOf = ({ rows: { pieces, parts, practice } }: RowsToWrite): WrittenTables => ({
  pieces: pieces.length > 0,
  parts: parts.length > 0,
  practice: practice.length > 0,
})

function writesOf(tables: WrittenTables, valueOf: ValuePlace<Input>, condition = sql`where true`) {
  const user = sql`${valueOf(({ userId }) => userId)}::text`
  const written = sql`${valueOf(({ revision }) => revision)}::bigint`
  const pieces = sql`pieces as (
    insert into piece (user_id, id, name, importance, end_tempo, click, created_at, updated_at, deleted_at, restored_at,
      name_at, importance_at, end_tempo_at, click_at, perform_on, perform_on_at, on_hold, on_hold_at, revision)
    select ${user}, id, name, importance, "endTempo", click, "createdAt", "updatedAt", "deletedAt", "restoredAt",
      "nameAt", "importanceAt", "endTempoAt", "clickAt", "performOn", "performOnAt", "onHold", "onHoldAt", ${written}
    from json_to_recordset(${valueOf(({ rows }) => JSON.stringify(rows.pieces))}::json)
      as piece (id text, name text, importance int,
      "endTempo" int, click jsonb, "createdAt" bigint, "updatedAt" bigint, "deletedAt" bigint, "restoredAt" bigint,
      "nameAt" bigint, "importanceAt" bigint, "endTempoAt" bigint, "clickAt" bigint,
      "performOn" int, "performOnAt" bigint, "onHold" boolean, "onHoldAt" bigint) ${condition}
    on conflict (user_id, id) do update set name = excluded.name, importance = excluded.importance,
      end_tempo = excluded.end_tempo, click = excluded.click, updated_at = excluded.updated_at,
      deleted_at = excluded.deleted_at, restored_at = excluded.restored_at, name_at = excluded.name_at, importance_at = excluded.importance_at,
      end_tempo_at = excluded.end_tempo_at, click_at = excluded.click_at, perform_on = excluded.perform_on,
      perform_on_at = excluded.perform_on_at, on_hold = excluded.on_hold, on_hold_at = excluded.on_hold_at,
      revision = excluded.revision)`
  const parts = sql`parts as (
    insert into part (user_id, id, piece_id, name, position, current_tempo, created_at, last_practiced, deleted_at, restored_at,
      name_at, tempo_at, position_at, revision)
    select ${user}, id, "pieceId", name, position, "currentTempo", "createdAt", "lastPracticed", "deletedAt", "restoredAt",
      "nameAt", "tempoAt", "positionAt", ${written}
    from json_to_recordset(${valueOf(({ rows }) => JSON.stringify(rows.parts))}::json)
      as part (id text, "pieceId" text, name text,
      position int, "currentTempo" int, "createdAt" bigint, "lastPracticed" bigint, "deletedAt" bigint, "restoredAt" bigint,
      "nameAt" bigint, "tempoAt" bigint, "positionAt" bigint) ${condition}
    on conflict (user_id, id) do update set name = excluded.name, position = excluded.position,
      current_tempo = excluded.current_tempo, last_practiced = excluded.last_practiced,
      deleted_at = excluded.deleted_at, restored_at = excluded.restored_at, name_at = excluded.name_at,
      tempo_at = excluded.tempo_at, position_at = excluded.position_at, revision = excluded.revision)`
  const practice = sql`entries as (
    insert into practice (user_id, id, piece_id, part_id, tempo, at, retracted_at, seconds, planned_seconds, day,
      first_try_clean, run_through_id, revision)
    select ${user}, id, "pieceId", "partId", tempo, at, "retractedAt", seconds, "plannedSeconds", day,
      "firstTryClean", "runThroughId", ${written}
    from json_to_recordset(${valueOf(({ rows }) => JSON.stringify(rows.practice))}::json)
      as practice (id text, "pieceId" text,
      "partId" text, tempo int, at bigint, "retractedAt" bigint, seconds int, "plannedSeconds" int, day int,
      "firstTryClean" boolean, "runThroughId" text) ${condition}
    on conflict (user_id, id) do update set retracted_at = excluded.retracted_at, revision = excluded.revision)`
  const remembered = sql`remembered as (
    insert into sync_change (user_id, id, revision, created_at)
    select ${user}, id, ${written}, ${valueOf(({ now }) => now)}::bigint
    from json_array_elements_text(${valueOf(({ changes }) => JSON.stringify(changes))}::json) as id ${condition})`
  return [
    ...(tables.pieces ? [pieces] : []),
    ...(tables.parts ? [parts] : []),
    ...(tables.practice ? [practice] : []),
    remembered,
  ]
}
