import type { Intention } from '#core/library/change.ts'
import type { Piece, Part } from '#core/library/piece.ts'
import { applyDelta, lastOutboxSeq, type DeviceCopy, type StoreDelta } from './device-copy.ts'
import { FIRST_SYNC_POSITION, type SyncPosition } from './sync-position.ts'
import type { LocalDatabase, PendingRow, ReadableTables } from './local-database.ts'
import { isRetraction, readNeededEntries } from './needed-entries.ts'
import { createHistoryReader } from './history-reader.ts'
import { readEntriesAfterRound, withoutKnownEntries } from './stored-history.ts'
import { readSyncPosition } from './table-rows.ts'

/**
 * Reads everything that was written to the database since the in-memory copy was made, and returns the updated copy.
 */
export const readUpdatedCopy = (database: LocalDatabase, copy: DeviceCopy): Promise<DeviceCopy> =>
  database.read(async tables => applyDelta(copy, await readStoreDelta(tables, copy)))

/**
 * Reads what was written to the database since an in-memory copy was made. Usually reads only new pending changes and
 * rows with a higher revision than those of the copy. Reads all rows if they were all replaced (rule ST5). Of the
 * practice history, reads only the entries that a copy needs (rule ST29).
 *
 * @param upcoming intentions (actions of the user) that will be recorded next; the practice entries that they need are
 *   read, too
 */
export async function readStoreDelta(
  tables: ReadableTables,
  copy: DeviceCopy,
  upcoming: readonly Intention[] = [],
): Promise<StoreDelta> {
  const position = (await readSyncPosition(tables)) ?? FIRST_SYNC_POSITION
  const history = createHistoryReader(tables.practice)
  if (position.version === copy.position.version) {
    const added = await tables.outbox.getAll(above(lastOutboxSeq(copy)))
    const changes = [...added.map(row => row.change), ...upcoming]
    const entries = await readNeededEntries(history, changes, () => copy.outbox.map(row => row.change))
    return { kind: 'waiting', added, entries: withoutKnownEntries(copy, entries) }
  }
  const isReplaced = position.generation !== copy.position.generation
  const [pieces, parts, { outbox, unread }, refused] = await Promise.all([
    isReplaced ? tables.pieces.getAll() : rowsAfter<Piece>(tables.pieces, copy.position.cursor),
    isReplaced ? tables.parts.getAll() : rowsAfter<Part>(tables.parts, copy.position.cursor),
    readOutbox(tables, copy, position),
    tables.parked.count(),
  ])
  const waiting = () => outbox.map(row => row.change)
  // An entry that a pending retraction needs may have arrived in this round.
  const retractions = outbox.filter(row => isRetraction(row.change))
  const unseen = isReplaced ? outbox : [...new Set([...unread, ...retractions])]
  const changes = [...unseen.map(row => row.change), ...upcoming]
  const needed = await readNeededEntries(history, changes, waiting)
  const arrived = await readEntriesAfterRound(tables.practice, copy, position, waiting)
  const practice = [...new Map([...arrived, ...needed].map(entry => [entry.id, entry])).values()]
  const rows = { pieces, parts, practice }
  return { kind: isReplaced ? 'everything' : 'round', rows, outbox, position, refused }
}

type Outbox = {
  readonly outbox: readonly PendingRow[]
  /** The rows at its end that the copy does not have yet. */
  readonly unread: readonly PendingRow[]
}

/**
 * Returns the outbox rows. Reads only both ends of the outbox, unless its middle has changed or the database was
 * replaced by a new one.
 */
async function readOutbox(
  { outbox }: ReadableTables,
  copy: DeviceCopy,
  position: SyncPosition,
): Promise<Outbox> {
  const [[first], added] = await Promise.all([
    outbox.getAll(null, 1),
    outbox.getAll(above(lastOutboxSeq(copy))),
  ])
  if (first === undefined) return { outbox: [], unread: [] }
  const from = copy.outbox.findIndex(({ seq }) => seq >= first.seq)
  if (from === -1) return { outbox: added, unread: added }
  const isSame =
    position.outboxRewrites === copy.position.outboxRewrites && copy.outbox[from]?.id === first.id
  if (isSame) return { outbox: [...copy.outbox.slice(from), ...added], unread: added }
  const all = await outbox.getAll()
  return { outbox: all, unread: all }
}

const rowsAfter = <Row>(
  table: { index(name: 'revision'): { getAll(range: IDBKeyRange): Promise<Row[]> } },
  cursor: number,
): Promise<Row[]> => table.index('revision').getAll(above(cursor))

const above = (number: number) => IDBKeyRange.lowerBound(number, true)
