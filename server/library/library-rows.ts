import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { RowsWithEntries } from '#core/library/library.ts'
import type { Tables } from '#server/database/tables.ts'

/** Builds a query for all pieces of a user, with the columns of a sync response. Callers can narrow it with where(). */
export const piecesQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
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
      'restored_at as restoredAt',
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
export const partsQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
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
      'restored_at as restoredAt',
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
