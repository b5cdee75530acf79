import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ChangeId } from '#core/change.ts'
import type { Rows } from '#core/library.ts'
import type { Tables } from '#server/database/tables.ts'

/** A user's pieces as they travel, all of them; narrow it with where(). */
export const piecesOf = (db: Kysely<Tables>, userId: string) =>
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
    ])
    .where('user_id', '=', userId)

/** A user's parts as they travel, all of them; narrow it with where(). */
export const partsOf = (db: Kysely<Tables>, userId: string) =>
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
    ])
    .where('user_id', '=', userId)

/** A user's practice entries as they travel, all of them; narrow it with where(). */
export const practiceOf = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('practice')
    .select([
      'id',
      'piece_id as pieceId',
      'part_id as partId',
      'tempo',
      'at',
      'retracted_at as retractedAt',
      'revision',
    ])
    .where('user_id', '=', userId)

/** Rows from the tables. They were made by the rules of core and repeat its ranges as CHECKs, so they are trusted. */
export const asRows = (selected: { pieces: unknown; parts: unknown; practice: unknown }): Rows =>
  ({ pieces: selected.pieces, parts: selected.parts, practice: selected.practice }) as Rows

/**
 * Writes rows over what is there, and remembers the changes that made them, all under one revision. One statement,
 * however many rows: every round trip to the database costs more than the writing.
 */
export async function writeRows(
  db: Kysely<Tables>,
  { userId, revision, now }: { userId: string; revision: number; now: number },
  rows: Rows,
  changes: readonly ChangeId[],
): Promise<void> {
  const user = sql`${userId}::text`
  const written = sql`${revision}::bigint`
  const pieces = sql`pieces as (
    insert into piece (user_id, id, name, importance, end_tempo, click, created_at, updated_at, deleted_at,
      name_at, importance_at, end_tempo_at, click_at, revision)
    select ${user}, id, name, importance, "endTempo", click, "createdAt", "updatedAt", "deletedAt",
      "nameAt", "importanceAt", "endTempoAt", "clickAt", ${written}
    from json_to_recordset(${JSON.stringify(rows.pieces)}::json) as piece (id text, name text, importance int,
      "endTempo" int, click jsonb, "createdAt" bigint, "updatedAt" bigint, "deletedAt" bigint,
      "nameAt" bigint, "importanceAt" bigint, "endTempoAt" bigint, "clickAt" bigint)
    on conflict (user_id, id) do update set name = excluded.name, importance = excluded.importance,
      end_tempo = excluded.end_tempo, click = excluded.click, updated_at = excluded.updated_at,
      deleted_at = excluded.deleted_at, name_at = excluded.name_at, importance_at = excluded.importance_at,
      end_tempo_at = excluded.end_tempo_at, click_at = excluded.click_at, revision = excluded.revision)`
  const parts = sql`parts as (
    insert into part (user_id, id, piece_id, name, position, current_tempo, created_at, last_practiced, deleted_at,
      name_at, tempo_at, revision)
    select ${user}, id, "pieceId", name, position, "currentTempo", "createdAt", "lastPracticed", "deletedAt",
      "nameAt", "tempoAt", ${written}
    from json_to_recordset(${JSON.stringify(rows.parts)}::json) as part (id text, "pieceId" text, name text,
      position int, "currentTempo" int, "createdAt" bigint, "lastPracticed" bigint, "deletedAt" bigint,
      "nameAt" bigint, "tempoAt" bigint)
    on conflict (user_id, id) do update set name = excluded.name, current_tempo = excluded.current_tempo,
      last_practiced = excluded.last_practiced, deleted_at = excluded.deleted_at, name_at = excluded.name_at,
      tempo_at = excluded.tempo_at, revision = excluded.revision)`
  const practice = sql`entries as (
    insert into practice (user_id, id, piece_id, part_id, tempo, at, retracted_at, revision)
    select ${user}, id, "pieceId", "partId", tempo, at, "retractedAt", ${written}
    from json_to_recordset(${JSON.stringify(rows.practice)}::json) as practice (id text, "pieceId" text,
      "partId" text, tempo int, at bigint, "retractedAt" bigint)
    on conflict (user_id, id) do update set retracted_at = excluded.retracted_at, revision = excluded.revision)`
  const remembered = sql`remembered as (
    insert into sync_change (user_id, id, revision, created_at)
    select ${user}, id, ${written}, ${now}::bigint
    from json_array_elements_text(${JSON.stringify(changes)}::json) as id)`
  const needed = [
    ...(rows.pieces.length > 0 ? [pieces] : []),
    ...(rows.parts.length > 0 ? [parts] : []),
    ...(rows.practice.length > 0 ? [practice] : []),
    remembered,
  ]
  await sql`with ${sql.join(needed)} select 1`.execute(db)
}
