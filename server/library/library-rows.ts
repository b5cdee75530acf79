import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { AnyFields, FieldKind } from '#core/library/field.ts'
import type { RowsWithEntries } from '#core/library/library.ts'
import { PART_FIELDS } from '#core/library/part-fields.ts'
import { PIECE_FIELDS } from '#core/library/piece-fields.ts'
import type { Part, Piece } from '#core/library/piece.ts'
import type { Tables } from '#server/database/tables.ts'

/** A column of a row: its name in the app, in the database, and its type there. */
export type Column = { readonly name: string; readonly column: string; readonly type: string }

const COLUMN_TYPES: Readonly<Record<FieldKind, string>> = {
  name: 'text',
  id: 'text',
  uuid: 'text',
  whole: 'int',
  day: 'int',
  time: 'bigint',
  flag: 'boolean',
  click: 'jsonb',
}

const columnsOf = (fields: AnyFields): Column[] =>
  Object.entries(fields).map(([name, { kind, column }]) => ({ name, column, type: COLUMN_TYPES[kind] }))

/** The columns that pieces and parts have beside their fields. */
const ROW_COLUMNS: readonly Column[] = [
  { name: 'id', column: 'id', type: 'text' },
  { name: 'createdAt', column: 'created_at', type: 'bigint' },
  { name: 'deletedAt', column: 'deleted_at', type: 'bigint' },
  { name: 'stamps', column: 'stamps', type: 'jsonb' },
]

/** The columns of a piece, but for the user and the revision. */
export const PIECE_COLUMNS: readonly Column[] = [
  ...ROW_COLUMNS,
  { name: 'updatedAt', column: 'updated_at', type: 'bigint' },
  ...columnsOf(PIECE_FIELDS),
]

/** The columns of a part, but for the user and the revision. */
export const PART_COLUMNS: readonly Column[] = [...ROW_COLUMNS, ...columnsOf(PART_FIELDS)]

const selected = (columns: readonly Column[]) => columns.map(({ name, column }) => sql.ref(column).as(name))

/** Builds a query for all pieces of a user, with the columns of a sync response. Callers can narrow it with where(). */
export const piecesQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('piece')
    .select([...selected(PIECE_COLUMNS), 'revision'])
    .where('user_id', '=', userId)
    .$castTo<Piece>()

/** Builds a query for all parts of a user, with the columns of a sync response. Callers can narrow it with where(). */
export const partsQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('part')
    .select([...selected(PART_COLUMNS), 'revision'])
    .where('user_id', '=', userId)
    .$castTo<Part>()

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
export const practiceQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('practice')
    .select([...PRACTICE_COLUMNS, 'revision'])
    .where('user_id', '=', userId)

/**
 * Casts rows from the database to their types without validation. They are valid because the modules in core/ created
 * them before they were stored, and because table constraints check their ranges.
 */
export const assumeRowTypes = (selected: {
  pieces: unknown
  parts: unknown
  practice: unknown
}): RowsWithEntries =>
  ({ pieces: selected.pieces, parts: selected.parts, practice: selected.practice }) as RowsWithEntries
