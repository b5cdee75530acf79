import type { Rows } from '#core/library.ts'
import { FIRST_POSITION, lastSeq, type DeviceCopy, type News } from './device-copy.ts'
import { readPosition, type LocalDatabase } from './local-database.ts'

/**
 * What was written since a copy was made. Reads only what is new: the changes added behind the last one the copy
 * has, the rows with a higher revision, and everything only where it was replaced as a whole (rule ST5).
 * Call it inside a transaction over all tables.
 */
export async function readNews(database: LocalDatabase, copy: DeviceCopy): Promise<News> {
  const position = (await readPosition(database)) ?? FIRST_POSITION
  const { outbox } = database
  if (position.version === copy.position.version)
    return { kind: 'waiting', added: await outbox.where('seq').above(lastSeq(copy)).toArray() }
  const replaced = position.generation !== copy.position.generation
  const [rows, waiting, refused] = await Promise.all([
    replaced ? allRows(database) : rowsAfter(database, copy.position.cursor),
    outbox.orderBy('seq').toArray(),
    database.parked.count(),
  ])
  return { kind: replaced ? 'everything' : 'round', rows, outbox: waiting, position, refused }
}

async function allRows({ pieces, parts, practice }: LocalDatabase): Promise<Rows> {
  const [allPieces, allParts, allPractice] = await Promise.all([
    pieces.toArray(),
    parts.toArray(),
    practice.toArray(),
  ])
  return { pieces: allPieces, parts: allParts, practice: allPractice }
}

async function rowsAfter({ pieces, parts, practice }: LocalDatabase, cursor: number): Promise<Rows> {
  const [newPieces, newParts, newPractice] = await Promise.all([
    pieces.where('revision').above(cursor).toArray(),
    parts.where('revision').above(cursor).toArray(),
    practice.where('revision').above(cursor).toArray(),
  ])
  return { pieces: newPieces, parts: newParts, practice: newPractice }
}
