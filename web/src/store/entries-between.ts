import type { Timestamp } from '#core/library/day.ts'
import type { Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { LocalTable } from './local-database.ts'

type PracticeTable = LocalTable<'practice', IDBTransactionMode>

/**
 * The practice entries of a time range, and the time of the oldest entry in the whole history. The entries are in no
 * particular order and include retracted ones.
 */
export type EntriesBetween = {
  readonly entries: readonly Practice[]
  /**
   * Time of the oldest entry in the whole history, not only in the range. Ignores retracted entries; null if there is
   * no entry.
   */
  readonly oldestAt: Timestamp | null
}

/**
 * Reads the practice entries with `from` <= time < `until` (timestamps in ms), and the time of the oldest entry in the
 * whole history, from the database (rule ST32).
 *
 * @param known the entries in memory, which replace stored ones because they may be newer
 */
export async function readEntriesBetween(
  practice: PracticeTable,
  known: ReadonlyMap<PracticeEntryId, Practice>,
  from: Timestamp,
  until: Timestamp,
): Promise<EntriesBetween> {
  const [stored, oldest] = await Promise.all([
    practice.index('at').getAll(IDBKeyRange.bound(from, until, false, true)),
    oldestStored(practice, known),
  ])
  const entries = new Map(stored.map(entry => [entry.id, known.get(entry.id) ?? entry]))
  let oldestAt = oldest
  for (const entry of known.values()) {
    if (entry.at >= from && entry.at < until) entries.set(entry.id, entry)
    if (entry.retractedAt === null && (oldestAt === null || entry.at < oldestAt)) oldestAt = entry.at
  }
  return { entries: [...entries.values()], oldestAt }
}

async function oldestStored(practice: PracticeTable, known: ReadonlyMap<PracticeEntryId, Practice>) {
  let cursor = await practice.index('at').openCursor()
  while (cursor !== null) {
    const entry = known.get(cursor.value.id) ?? cursor.value
    if (entry.retractedAt === null) return entry.at
    cursor = await cursor.continue()
  }
  return null
}
