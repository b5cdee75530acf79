import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ChangeId } from '#core/library/change.ts'
import type { RowsWithEntries } from '#core/library/library.ts'
import { classifyDatabaseError } from '#server/database/database-failure.ts'
import { createCompiledStatement } from '#server/database/compiled-statement.ts'
import type { ValuePlace } from '#server/database/compiled-statement.ts'
import type { Tables } from '#server/database/tables.ts'
import type { StoredRowCounts } from './user-quota.ts'

/** Rows to write, the ids of the changes that produced them, and how many of the rows do not exist yet. */
export type RowsToWrite = { rows: RowsWithEntries; changes: readonly ChangeId[]; added: StoredRowCounts }

type Input = RowsToWrite & {
  userId: string
  now: number
  /** The library's revision and minimum revision at the time of the evaluation. */
  head: { revision: number; minimumRevision: number }
  /** The UTC day and the number of changes on it, these included. */
  day: number
  changesOfDay: number
}

/**
 * Inserts or replaces rows under the next revision, stores the ids of the changes that produced them and updates what is
 * counted of the user, in one statement. If the library has changed since the changes were evaluated, or the user was
 * deleted, writes nothing and returns false.
 */
export async function writeIfUnchanged(db: Kysely<Tables>, input: Input): Promise<boolean> {
  try {
    const [row] = await writeRowsIfUnchanged(db, tablesOf(input), input)
    return row?.isWritten === true
  } catch (error) {
    if (classifyDatabaseError(error) === 'conflict') return false
    throw error
  }
}

const writeRowsIfUnchanged = createCompiledStatement<WrittenTables, Input, { isWritten: boolean }>(
  (tables, valueOf) => {
    // The lock of this row makes the order of revisions that of commits (rule LS2): whoever waited for it and finds another
    // revision writes nothing.
    const bumped = sql`bumped as (
    update user_revision set revision = ${nextRevision(valueOf)},
      day = ${valueOf(({ day }) => day)}::int,
      changes_of_day = ${valueOf(({ changesOfDay }) => changesOfDay)}::int,
      library_rows = library_rows + ${valueOf(({ added }) => added.libraryRows)}::int,
      practice_rows = practice_rows + ${valueOf(({ added }) => added.practiceRows)}::int
    where user_id = ${valueOf(({ userId }) => userId)} and revision = ${valueOf(({ head }) => head.revision)}::bigint
      and minimum_revision = ${valueOf(({ head }) => head.minimumRevision)}::bigint
    returning 1)`
    return sql`
    with ${sql.join([bumped, ...writesOf(tables, valueOf)])}
    select exists (select from bumped) as "isWritten"`
  },
)

/** The tables of which a statement writes rows. */
type WrittenTables = { pieces: boolean; parts: boolean; practice: boolean }

const tablesOf = ({ rows: { pieces, parts, practice } }: RowsToWrite): WrittenTables => ({
  pieces: pieces.length > 0,
  parts: parts.length > 0,
  practice: practice.length > 0,
})

const nextRevision = (valueOf: ValuePlace<Input>) => sql`${valueOf(({ head }) => head.revision + 1)}::bigint`

function writesOf(tables: WrittenTables, valueOf: ValuePlace<Input>) {
  const condition = sql`where exists (select from bumped)`
  const user = sql`${valueOf(({ userId }) => userId)}::text`
  const written = nextRevision(valueOf)
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
