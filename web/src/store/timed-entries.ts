import { compareEntriesByTime } from '#core/history/history-entry.ts'
import { completeEntry } from '#core/library/older-rows.ts'
import type { PartId, Practice, PracticeId } from '#core/library/piece.ts'
import type { TimedEntry } from '#core/timed-session/usual-minutes.ts'
import type { LocalTable } from './local-database.ts'

type PracticeTable = LocalTable<'practice', IDBTransactionMode>

/** The entries of a timed session need no more; see usualMinutes. */
const TIMED_ENTRIES = 5
/** Further back than that, nobody looks for entries whose time was counted. */
const LOOKED_AT = 20

/**
 * Returns the newest entries of each part whose time was counted, oldest first, at most five of its newest twenty. It
 * reads them by an index (rule ST35).
 *
 * @param known the entries in memory, which may be newer than those on the disk
 */
export async function timedEntriesOf(
  practice: PracticeTable,
  known: ReadonlyMap<PracticeId, Practice>,
  parts: readonly PartId[],
): Promise<ReadonlyMap<PartId, readonly TimedEntry[]>> {
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
  known: ReadonlyMap<PracticeId, Practice>,
  part: PartId,
): Promise<Practice[]> {
  const entries: Practice[] = []
  let left = TIMED_ENTRIES
  const ofPart = IDBKeyRange.bound([part], [part, []])
  let cursor = await practice.index('[partId+at]').openCursor(ofPart, 'prev')
  for (let looked = 1; cursor !== null; looked += 1) {
    const entry = known.get(cursor.value.id) ?? completeEntry(cursor.value)
    entries.push(entry)
    if (isTimed(entry)) left -= 1
    cursor = left === 0 || looked === LOOKED_AT ? null : await cursor.continue()
  }
  return entries
}

/** Run-throughs say nothing about the time that practicing the part takes. */
const isTimed = (entry: Practice): entry is Practice & { readonly seconds: number } =>
  entry.seconds !== null && entry.retractedAt === null && entry.runThroughId === null
