import type { Timestamp } from '#core/library/day.ts'
import type { PartId, Practice } from '#core/library/piece.ts'
import type { OpenStore } from './store-interface.ts'
import { createHistoryReader } from './history-reader.ts'

/** Time span that is read at once. Reading ten years in one request would block the page and delay a save. */
const SPAN_MS = 90 * 24 * 60 * 60_000

/**
 * Reads all practice entries of a part in no particular order, including retracted and unsynced ones. Returns null if
 * they cannot be read (rule ST33).
 */
export async function readEntriesOfPart(store: OpenStore, partId: PartId): Promise<Practice[] | null> {
  const entries: Practice[] = []
  for (let from: Timestamp | null = 0; from !== null;) {
    const start: Timestamp = from
    const read = await store.readPractice(async practice => {
      const byTime = practice.index('[partId+at]')
      // Skips the time without practice.
      const first = await byTime.get(IDBKeyRange.bound([partId, start], [partId, []]))
      if (first === undefined) return { found: [], next: null }
      const next = first.at + SPAN_MS
      const found = await byTime.getAll(IDBKeyRange.bound([partId, first.at], [partId, next], false, true))
      return { found, next }
    })
    if (read === null) return null
    for (const entry of read.found) entries.push(entry)
    from = read.next
  }
  return withKnown(store, partId, entries)
}

/**
 * Result of `readNewestEntries`: the newest practice entries of a part, newest first, and whether the part has older
 * ones (`hasMore`). Retracted entries do not count.
 */
export type NewestEntries = { readonly entries: readonly Practice[]; readonly hasMore: boolean }

/**
 * Reads the newest `count` practice entries of a part, newest first. Includes unsynced entries and excludes retracted
 * ones. Returns null if they cannot be read (rule ST33).
 */
export async function readNewestEntries(
  store: OpenStore,
  partId: PartId,
  count: number,
): Promise<NewestEntries | null> {
  // Each entry in memory may be a retraction that is not on the disk yet.
  const living = count + 1 + knownOf(store, partId).length
  const stored = await store.readPractice(practice => createHistoryReader(practice).newestOf(partId, living))
  if (stored === null) return null
  const entries = withKnown(store, partId, stored)
    .filter(({ retractedAt }) => retractedAt === null)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return { entries: entries.slice(0, count), hasMore: entries.length > count }
}

/** Returns the stored entries with those in memory added, which are newer. */
function withKnown(store: OpenStore, partId: PartId, stored: readonly Practice[]): Practice[] {
  const entries = new Map(stored.map(entry => [entry.id, entry]))
  for (const entry of knownOf(store, partId)) entries.set(entry.id, entry)
  return [...entries.values()]
}

const knownOf = (store: OpenStore, partId: PartId): Practice[] =>
  [...store.copy.get().view.practice.values()].filter(entry => entry.partId === partId)
