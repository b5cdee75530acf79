import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ENTRY_FIELDS, PART_FIELDS, PIECE_FIELDS } from '#core/library/fields.ts'
import type { AnyFieldSpecs, FieldKind } from '#core/library/fields.ts'
import type { RowsWithEntries } from '#core/library/library.ts'
import type { Part, Piece, PracticeEntry } from '#core/library/piece.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import { buildPayingSubscriptionQuery } from '#server/billing/billing.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ChangeId } from '#core/library/change.ts'
import { classifyDatabaseError } from '#server/database/database.ts'
import { createCompiledStatement, type CreatePlaceholder } from '#server/database/statements.ts'
import type { RowCounts } from './user-quota.ts'

export type RowColumn = { readonly name: string; readonly column: string; readonly type: string }

const COLUMN_TYPES: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  id: 'text',
  uuid: 'text',
  whole: 'int',
  day: 'int',
  time: 'bigint',
  flag: 'boolean',
  click: 'jsonb',
}

const columnsOf = (fields: AnyFieldSpecs): RowColumn[] =>
  Object.entries(fields).map(([name, { kind, column }]) => ({ name, column, type: COLUMN_TYPES[kind] }))

const ROW_COLUMNS: readonly RowColumn[] = [
  { name: 'id', column: 'id', type: 'text' },
  { name: 'createdAt', column: 'created_at', type: 'bigint' },
  { name: 'deletedAt', column: 'deleted_at', type: 'bigint' },
  { name: 'stamps', column: 'stamps', type: 'jsonb' },
]

const PIECE_COLUMNS: readonly RowColumn[] = [
  ...ROW_COLUMNS,
  { name: 'updatedAt', column: 'updated_at', type: 'bigint' },
  ...columnsOf(PIECE_FIELDS),
]

const PART_COLUMNS: readonly RowColumn[] = [...ROW_COLUMNS, ...columnsOf(PART_FIELDS)]

const ENTRY_COLUMNS: readonly RowColumn[] = [
  { name: 'id', column: 'id', type: 'text' },
  { name: 'at', column: 'at', type: 'bigint' },
  { name: 'retractedAt', column: 'retracted_at', type: 'bigint' },
  ...columnsOf(ENTRY_FIELDS),
]

const selected = (columns: readonly RowColumn[]) =>
  columns.map(({ name, column }) => sql.ref(column).as(name))

// The rows of these three are not validated: core created them before they were stored, and constraints check ranges.

export const buildPieceQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('piece')
    .select([...selected(PIECE_COLUMNS), 'revision'])
    .where('user_id', '=', userId)
    .$castTo<Piece>()

export const buildPartQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('part')
    .select([...selected(PART_COLUMNS), 'revision'])
    .where('user_id', '=', userId)
    .$castTo<Part>()

export const buildPracticeQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('practice')
    .select([...selected(ENTRY_COLUMNS), 'revision'])
    .where('user_id', '=', userId)
    .$castTo<PracticeEntry>()

export const buildPlanExpression = (db: Kysely<Tables>, userId: RawBuilder<string>) =>
  sql<StripeRole>`case when exists ${buildPayingSubscriptionQuery(db, userId)} then 'pro' end`

export type LibraryWrite = { rows: RowsWithEntries; changes: readonly ChangeId[]; added: RowCounts }

type Input = LibraryWrite & {
  userId: string
  now: number
  head: { revision: number; minimumRevision: number }
  day: number
  changesOfDay: number
}

export async function writeLibraryIfUnchanged(db: Kysely<Tables>, input: Input): Promise<boolean> {
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
    // The lock of this row makes the order of revisions that of commits (rule LS4): whoever waited for it and finds
    // another revision writes nothing.
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

type WrittenTables = { pieces: boolean; parts: boolean; practice: boolean }

const tablesOf = ({ rows: { pieces, parts, practice } }: LibraryWrite): WrittenTables => ({
  pieces: pieces.length > 0,
  parts: parts.length > 0,
  practice: practice.length > 0,
})

const nextRevision = (valueOf: CreatePlaceholder<Input>) =>
  sql`${valueOf(({ head }) => head.revision + 1)}::bigint`

function writesOf(tables: WrittenTables, valueOf: CreatePlaceholder<Input>) {
  const condition = sql`where exists (select from bumped)`
  const user = sql`${valueOf(({ userId }) => userId)}::text`
  const written = nextRevision(valueOf)
  const upsert = (
    table: 'piece' | 'part' | 'practice',
    columns: readonly RowColumn[],
    rows: (input: Input) => unknown,
  ) => {
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
  const practice = sql`entries as (${upsert('practice', ENTRY_COLUMNS, ({ rows }) => rows.practice)})`
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
