import type { Piece, Part } from '#core/library/piece.ts'
import { applyDelta, lastOutboxSeq, type DeviceCopy, type StoreDelta } from './device-copy.ts'
import { FIRST_SYNC_POSITION, type SyncPosition } from './sync-position.ts'
import type { LocalDatabase, PendingRow, ReadableTables } from './local-database.ts'
import { readSyncPosition } from './table-rows.ts'

/**
 * Reads everything that was written to the database since the in-memory copy was made, and returns the updated copy.
 */
export const readUpdatedCopy = (database: LocalDatabase, copy: DeviceCopy): Promise<DeviceCopy> =>
  database.read(async tables => applyDelta(copy, await readStoreDelta(tables, copy)))

/**
 * Reads what was written to the database since an in-memory copy was made. Usually reads only new pending changes and
 * pieces and parts with a higher revision than those of the copy. Reads all of them if they were all replaced (rule ST5).
 */
export async function readStoreDelta(tables: ReadableTables, copy: DeviceCopy): Promise<StoreDelta> {
  const position = (await readSyncPosition(tables)) ?? FIRST_SYNC_POSITION
  if (position.version === copy.position.version) {
    const added = await tables.outbox.getAll(above(lastOutboxSeq(copy)))
    return { kind: 'waiting', added }
  }
  const isReplaced = position.generation !== copy.position.generation
  const [pieces, parts, outbox, refused] = await Promise.all([
    isReplaced ? tables.pieces.getAll() : rowsAfter<Piece>(tables.pieces, copy.position.cursor),
    isReplaced ? tables.parts.getAll() : rowsAfter<Part>(tables.parts, copy.position.cursor),
    readOutbox(tables, copy, position),
    tables.parked.count(),
  ])
  return { kind: isReplaced ? 'everything' : 'round', rows: { pieces, parts }, outbox, position, refused }
}

/**
 * Returns the outbox rows. Reads only both ends of the outbox, unless its middle has changed or the database was
 * replaced by a new one.
 */
async function readOutbox(
  { outbox }: ReadableTables,
  copy: DeviceCopy,
  position: SyncPosition,
): Promise<readonly PendingRow[]> {
  const [[first], added] = await Promise.all([
    outbox.getAll(null, 1),
    outbox.getAll(above(lastOutboxSeq(copy))),
  ])
  if (first === undefined) return []
  const from = copy.outbox.findIndex(({ seq }) => seq >= first.seq)
  if (from === -1) return added
  const isSame =
    position.outboxRewrites === copy.position.outboxRewrites && copy.outbox[from]?.id === first.id
  return isSame ? [...copy.outbox.slice(from), ...added] : outbox.getAll()
}

const rowsAfter = <Row>(
  table: { index(name: 'revision'): { getAll(range: IDBKeyRange): Promise<Row[]> } },
  cursor: number,
): Promise<Row[]> => table.index('revision').getAll(above(cursor))

const above = (number: number) => IDBKeyRange.lowerBound(number, true)
