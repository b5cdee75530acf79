import type { Intention } from '#core/library/change.ts'
import type { Piece, Part } from '#core/library/piece.ts'
import { applyDelta, lastSeq, type DeviceCopy, type StoreDelta } from './device-copy.ts'
import { FIRST_POSITION, type SyncPosition } from './position.ts'
import type { LocalDatabase, ReadableTables } from './local-database.ts'
import { isRetraction, neededEntries } from './needed-entries.ts'
import { entriesAfterRound, storedHistory, withoutHeldEntries } from './stored-history.ts'
import { readPosition } from './table-rows.ts'

/** Returns the copy updated with everything written since, read in a transaction of its own. */
export const readCopy = (database: LocalDatabase, copy: DeviceCopy): Promise<DeviceCopy> =>
  database.read(async tables => applyDelta(copy, await readDelta(tables, copy)))

/**
 * Reads what was written since a copy was made: changes behind the copy's last one, rows with a higher revision, and
 * everything only if it was replaced as a whole (rule ST5). Of the practice history only what a copy holds of it (rule
 * ST29).
 *
 * @param upcoming what is about to be recorded
 */
export async function readDelta(
  tables: ReadableTables,
  copy: DeviceCopy,
  upcoming: readonly Intention[] = [],
): Promise<StoreDelta> {
  const position = (await readPosition(tables)) ?? FIRST_POSITION
  const history = storedHistory(tables.practice)
  if (position.version === copy.position.version) {
    const added = await tables.outbox.getAll(above(lastSeq(copy)))
    const changes = [...added.map(row => row.change), ...upcoming]
    const entries = await neededEntries(history, changes, () => copy.outbox.map(row => row.change))
    return { kind: 'waiting', added, entries: withoutHeldEntries(copy, entries) }
  }
  const isReplaced = position.generation !== copy.position.generation
  const [pieces, parts, outbox, refused] = await Promise.all([
    isReplaced ? tables.pieces.getAll() : rowsAfter<Piece>(tables.pieces, copy.position.cursor),
    isReplaced ? tables.parts.getAll() : rowsAfter<Part>(tables.parts, copy.position.cursor),
    waitingRows(tables, copy, position),
    tables.parked.count(),
  ])
  const known = new Set(isReplaced ? [] : copy.outbox)
  const waiting = outbox.map(row => row.change)
  // What a waiting retraction depends on may have arrived just now.
  const changes = outbox.filter(row => !known.has(row) || isRetraction(row.change)).map(row => row.change)
  const needed = await neededEntries(history, [...changes, ...upcoming], () => waiting)
  const arrived = await entriesAfterRound(tables.practice, copy, position, waiting)
  const practice = [...new Map([...arrived, ...needed].map(entry => [entry.id, entry])).values()]
  const rows = { pieces, parts, practice }
  return { kind: isReplaced ? 'everything' : 'round', rows, outbox, position, refused }
}

/** What waits. Only its two ends are read, unless it has changed in between or the database is another one. */
async function waitingRows({ outbox }: ReadableTables, copy: DeviceCopy, position: SyncPosition) {
  const [[first], added] = await Promise.all([outbox.getAll(null, 1), outbox.getAll(above(lastSeq(copy)))])
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
