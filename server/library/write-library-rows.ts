import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ChangeId } from '#core/library/change.ts'
import type { RowsWithEntries } from '#core/library/library.ts'
import { classifyDatabaseError } from '#server/database/database-failure.ts'
import { createCompiledStatement } from '#server/database/compiled-statement.ts'
import type { ValuePlace } from '#server/database/compiled-statement.ts'
import type { Tables } from '#server/database/tables.ts'
import { PART_COLUMNS, PIECE_COLUMNS } from './library-rows.ts'
import type { Column } from './library-rows.ts'
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
  const upsert = (table: 'piece' | 'part', columns: readonly Column[], rows: (input: Input) => unknown) => {
    const inserted = sql.join(columns.map(({ column }) => sql.ref(column)))
    const sent = sql.join(columns.map(({ name }) => sql.ref(name)))
    const types = sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`))
    const replaced = sql.join(
      columns.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
    )
    return sql`
      insert into ${sql.table(table)} (user_id, revision, ${inserted})
      select ${user}, ${written}, ${sent}
      from json_to_recordset(${valueOf(input => JSON.stringify(rows(input)))}::json) as sent (${types}) ${condition}
      on conflict (user_id, id) do update set revision = excluded.revision, ${replaced}`
  }
  const pieces = sql`pieces as (${upsert('piece', PIECE_COLUMNS, ({ rows }) => rows.pieces)})`
  const parts = sql`parts as (${upsert('part', PART_COLUMNS, ({ rows }) => rows.parts)})`
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
