import type { Timestamp } from '#core/library/day.ts'
import { completeEntry } from '#core/library/older-rows.ts'
import type { PartId, Practice } from '#core/library/piece.ts'
import type { OpenStore } from './current-store.ts'
import { storedHistory } from './stored-history.ts'

/** So much time is read at once: ten years in one request would stop the page, and a save would wait for it. */
const SPAN_MS = 90 * 24 * 60 * 60_000

/**
 * Returns all practice entries of a part, in any order, retracted ones and those that wait to be sent included; null if
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
    for (const entry of read.found) entries.push(completeEntry(entry))
    from = read.next
  }
  return withKnown(store, partId, entries)
}

/** The newest practice entries of a part, and whether there are more. */
export type NewestEntries = { readonly entries: readonly Practice[]; readonly hasMore: boolean }

/**
 * Returns the newest `count` entries of a part that are not retracted, newest first, those that wait to be sent included;
 * null if they cannot be read (rule ST33).
 */
export async function readNewestEntries(
  store: OpenStore,
  partId: PartId,
  count: number,
): Promise<NewestEntries | null> {
  // Each of those in memory may be a retraction that the disk does not know.
  const living = count + 1 + knownOf(store, partId).length
  const stored = await store.readPractice(practice => storedHistory(practice).newestOf(partId, living))
  if (stored === null) return null
  const entries = withKnown(store, partId, stored)
    .filter(({ retractedAt }) => retractedAt === null)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return { entries: entries.slice(0, count), hasMore: entries.length > count }
}

/** The copy in memory knows of what waits, and of nothing older that the disk does not know. */
function withKnown(store: OpenStore, partId: PartId, stored: readonly Practice[]): Practice[] {
  const entries = new Map(stored.map(entry => [entry.id, entry]))
  for (const entry of knownOf(store, partId)) entries.set(entry.id, entry)
  return [...entries.values()]
}

const knownOf = (store: OpenStore, partId: PartId): Practice[] =>
  [...store.copy.get().view.practice.values()].filter(entry => entry.partId === partId)
