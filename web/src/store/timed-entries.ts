import { compareEntriesByTime } from '#core/history/history-entry.ts'
import type { PartId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { MeasuredPracticeEntry } from '#core/timed-session/estimate-part-minutes.ts'
import type { LocalTable } from './local-database.ts'

type PracticeTable = LocalTable<'practice', IDBTransactionMode>

/** Number of entries with a practice time that a timed session needs per part; see estimatePartMinutes. */
const TIMED_ENTRIES = 5
/** Number of entries per part among which those with a practice time are searched. */
const LOOKED_AT = 20

/**
 * Returns, for each part, its newest practice entries with a measured practice time, sorted from oldest to newest. A
 * timed session estimates from them how long a part takes. Searches the newest twenty entries of the part and returns
 * at most five (rule ST35). Omits retracted entries and run-throughs.
 *
 * @param known the entries in memory, which replace stored ones because they may be newer
 */
export async function readNewestTimedEntries(
  practice: PracticeTable,
  known: ReadonlyMap<PracticeEntryId, Practice>,
  parts: readonly PartId[],
): Promise<ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]>> {
  const unsynced = Map.groupBy(known.values(), ({ partId }) => partId)
  const found = await Promise.all(
    parts.map(async part => {
      const stored = await newestTimed(practice, known, part)
      const all = new Map([...stored, ...(unsynced.get(part) ?? [])].map(entry => [entry.id, entry]))
      const timed = [...all.values()].filter(isTimed).toSorted(compareEntriesByTime).slice(-TIMED_ENTRIES)
      return [part, timed] as const
    }),
  )
  return new Map(found)
}

async function newestTimed(
  practice: PracticeTable,
  known: ReadonlyMap<PracticeEntryId, Practice>,
  part: PartId,
): Promise<Practice[]> {
  const entries: Practice[] = []
  let left = TIMED_ENTRIES
  const ofPart = IDBKeyRange.bound([part], [part, []])
  let cursor = await practice.index('[partId+at]').openCursor(ofPart, 'prev')
  for (let looked = 1; cursor !== null; looked += 1) {
    const entry = known.get(cursor.value.id) ?? cursor.value
    entries.push(entry)
    if (isTimed(entry)) left -= 1
    cursor = left === 0 || looked === LOOKED_AT ? null : await cursor.continue()
  }
  return entries
}

/** Run-throughs say nothing about the time that practicing the part takes. */
const isTimed = (entry: Practice): entry is Practice & { readonly seconds: number } =>
  entry.seconds !== null && entry.retractedAt === null && entry.runThroughId === null
