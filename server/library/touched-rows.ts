import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Change } from '#core/change.ts'
import type { Rows } from '#core/library.ts'
import type { Tables } from '#server/database/tables.ts'
import { asRows, partsOf, piecesOf, practiceOf } from './library-rows.ts'

/** Everything that some changes can depend on, so that they can be judged without asking again. */
export type Touched = {
  rows: Rows
  /** Which of the changes were applied before. */
  known: readonly string[]
  /** How many living pieces the user has, whether touched or not. */
  livingPieces: number
}

/**
 * Reads what the changes of one user touch, in one statement: the pieces they name directly or through a part or a
 * practice entry, all parts of those pieces, and the entries themselves. Whatever belongs to somebody else is not
 * there (rule LS5).
 */
export async function touchedRows(
  db: Kysely<Tables>,
  userId: string,
  changes: readonly Change[],
): Promise<Touched> {
  const named = namedIn(changes)
  const { known, living, ...selected } = await db
    .with('touched', db =>
      db
        .selectFrom('part')
        .select('piece_id')
        .where('user_id', '=', userId)
        .where('id', '=', anyOf(named.parts))
        .union(
          db
            .selectFrom('practice')
            .select('piece_id')
            .where('user_id', '=', userId)
            .where('id', '=', anyOf(named.practice)),
        )
        .union(db.selectNoFrom(sql<string>`unnest(${named.pieces}::text[])`.as('piece_id'))),
    )
    .selectNoFrom(selection => {
      const pieces = selection.selectFrom('touched').select('piece_id')
      return [
        jsonArrayFrom(piecesOf(db, userId).where('id', 'in', pieces)).as('pieces'),
        jsonArrayFrom(partsOf(db, userId).where('piece_id', 'in', pieces)).as('parts'),
        jsonArrayFrom(
          practiceOf(db, userId).where(entry =>
            named.retracted.length === 0
              ? entry('id', '=', anyOf(named.practice))
              : // With the other entries of a retracted one's part: the day it returns to is the latest of those.
                entry.or([
                  entry('id', '=', anyOf(named.practice)),
                  entry('part_id', 'in', partsOfEntries(db, userId, named.retracted)),
                  // Entries of this very round are not in the table yet.
                  entry('part_id', '=', anyOf(partsOfNewEntries(changes, named.retracted))),
                ]),
          ),
        ).as('practice'),
        jsonArrayFrom(
          db
            .selectFrom('sync_change')
            .select('id')
            .where('user_id', '=', userId)
            .where('id', '=', anyOf(changes.map(change => change.id))),
        ).as('known'),
        db
          .selectFrom('piece')
          .select(db => db.fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .where('deleted_at', 'is', null)
          .as('living'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { rows: asRows(selected), known: known.map(change => change.id), livingPieces: living ?? 0 }
}

/** Looking for them goes through the user's whole history, which is long: only rounds that take back do so. */
const partsOfEntries = (db: Kysely<Tables>, userId: string, entries: readonly string[]) =>
  db.selectFrom('practice').select('part_id').where('user_id', '=', userId).where('id', '=', anyOf(entries))

const partsOfNewEntries = (changes: readonly Change[], entries: readonly string[]) =>
  changes.flatMap(({ kind, args }) =>
    kind === 'practice.add' && entries.includes(args.id) ? [args.partId] : [],
  )

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`

function namedIn(changes: readonly Change[]) {
  const pieces: string[] = []
  const parts: string[] = []
  const practice: string[] = []
  const retracted: string[] = []
  for (const { kind, args } of changes) {
    switch (kind) {
      case 'piece.create':
        pieces.push(args.id)
        parts.push(...args.parts.map(part => part.id))
        break
      case 'piece.patch':
      case 'piece.delete':
        pieces.push(args.id)
        break
      case 'part.add':
        pieces.push(args.pieceId)
        parts.push(args.id)
        break
      case 'part.patch':
      case 'part.delete':
        parts.push(args.id)
        break
      case 'practice.add':
        // The history takes an entry even where its part never arrived because its piece was deleted before.
        pieces.push(args.pieceId)
        parts.push(args.partId)
        practice.push(args.id)
        break
      case 'practice.retract':
        practice.push(args.id)
        retracted.push(args.id)
        break
    }
  }
  return { pieces, parts, practice, retracted }
}
