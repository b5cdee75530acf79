import type { PartId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { LocalTable } from './local-database.ts'

/** Reads single practice entries from the database by its indexes, without loading the whole history. */
export type HistoryReader = {
  /** Returns the stored entries with these ids; missing ones are left out. */
  withIds(ids: Iterable<PracticeEntryId>): Promise<Practice[]>
  /**
   * Returns the newest entries of a part, newest first. Stops after `living` entries that are not retracted; the result
   * also contains the retracted entries between them.
   */
  newestOf(partId: PartId, living: number): Promise<Practice[]>
}

/** The table of practice entries within a transaction. The transaction may be read-only. */
export type ReadablePracticeTable = LocalTable<'practice', IDBTransactionMode>

/** Creates a reader for single practice entries, which uses one database transaction. */
export const createHistoryReader = (practice: ReadablePracticeTable): HistoryReader => ({
  async withIds(ids) {
    const rows = await Promise.all([...ids].map(id => practice.get(id)))
    return rows.filter(row => row !== undefined)
  },
  async newestOf(partId, living) {
    const newest: Practice[] = []
    let left = living
    const ofPart = IDBKeyRange.bound([partId], [partId, []])
    let cursor = await practice.index('[partId+at]').openCursor(ofPart, 'prev')
    while (cursor !== null) {
      newest.push(cursor.value)
      if (cursor.value.retractedAt === null) left -= 1
      cursor = left === 0 ? null : await cursor.continue()
    }
    return newest
  },
})
