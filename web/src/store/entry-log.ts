import {
  compareEntriesByTime,
  dayOfEntry,
  summarizePartHistory,
  type PartHistorySummary,
} from '#core/history/part-history.ts'
import type { GetLocalDay, Day, Timestamp } from '#core/library/day.ts'
import type { PartId, PieceId, PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import type { MeasuredPracticeEntry } from '#core/timed-session/part-minutes.ts'
import type { StoredAndPendingEntries, OpenedStore } from './store-interface.ts'
import { useEffect, useState, useCallback, useSyncExternalStore } from 'react'
import {
  subscribeLiveQuery,
  useStore,
  useLibraryServices,
  useLibraryState,
  type LibraryState,
} from './library-services.ts'

// The practice history is a log on the disk. Screens read from it, by its indexes, what they show (decision 0072).

const isLiving = ({ retractedAt }: PracticeEntry) => retractedAt === null
const withPending = (stored: readonly PracticeEntry[], pending: readonly PracticeEntry[]) => [
  ...new Map([...stored, ...pending].map(entry => [entry.id, entry])).values(),
]
const entriesOfPart = (part: PartId) => IDBKeyRange.bound([part], [part, []])

/** Includes retracted entries, which an import needs. Null if the database cannot be read. */
export const readAllEntriesById = (
  store: OpenedStore,
): Promise<ReadonlyMap<PracticeEntryId, PracticeEntry> | null> =>
  store.readLog(async ({ stored, pending }) => {
    const entries = (await stored.getAll()).map(entry => [entry.id, entry] as const)
    return new Map([...entries, ...pending])
  })

export type EntriesBetweenResult = {
  readonly entries: readonly PracticeEntry[]
  /** The time of the oldest entry in the whole log, not only in `entries`. Retracted entries do not count. */
  readonly oldestAt: Timestamp | null
}

/** `from` <= time < `until`, in ms. Includes retracted entries, in no particular order. */
export const readEntriesBetweenWithRetracted = (
  store: OpenedStore,
  from: Timestamp,
  until: Timestamp,
): Promise<EntriesBetweenResult | null> =>
  store.readLog(async ({ stored, pending }) => {
    const [found, oldest] = await Promise.all([
      stored.index('at').getAll(IDBKeyRange.bound(from, until, false, true)),
      oldestStored({ stored, pending }),
    ])
    const entries = new Map(found.map(entry => [entry.id, pending.get(entry.id) ?? entry]))
    let oldestAt = oldest
    for (const entry of pending.values()) {
      if (entry.at >= from && entry.at < until) entries.set(entry.id, entry)
      if (isLiving(entry) && (oldestAt === null || entry.at < oldestAt)) oldestAt = entry.at
    }
    return { entries: [...entries.values()], oldestAt }
  })

async function oldestStored({ stored, pending }: StoredAndPendingEntries): Promise<Timestamp | null> {
  let cursor = await stored.index('at').openCursor()
  while (cursor !== null) {
    const entry = pending.get(cursor.value.id) ?? cursor.value
    if (isLiving(entry)) return entry.at
    cursor = await cursor.continue()
  }
  return null
}

export const readEntriesOfPartWithRetracted = (
  store: OpenedStore,
  partId: PartId,
): Promise<PracticeEntry[] | null> =>
  store.readLog(async ({ stored, pending }) => {
    const found = await stored.index('[partId+at]').getAll(entriesOfPart(partId))
    const own = [...pending.values()].filter(entry => entry.partId === partId)
    return withPending(found, own)
  })

export type NewestEntriesPage = { readonly entries: readonly PracticeEntry[]; readonly hasMore: boolean }

/** Sorted newest first, without retracted entries. Null if the database cannot be read. */
export const readNewestEntriesOfPart = (
  store: OpenedStore,
  partId: PartId,
  count: number,
): Promise<NewestEntriesPage | null> =>
  store.readLog(async log => {
    const own = [...log.pending.values()].filter(entry => entry.partId === partId)
    const stored = await newestStored(log, partId, count + 1)
    const entries = withPending(stored, own)
      .filter(isLiving)
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    return { entries: entries.slice(0, count), hasMore: entries.length > count }
  })

async function newestStored(
  { stored, pending }: StoredAndPendingEntries,
  partId: PartId,
  count: number,
  isWanted: (entry: PracticeEntry) => boolean = isLiving,
  most = Infinity,
): Promise<PracticeEntry[]> {
  const entries: PracticeEntry[] = []
  let cursor = await stored.index('[partId+at]').openCursor(entriesOfPart(partId), 'prev')
  for (let looked = 1; cursor !== null; looked += 1) {
    const entry = pending.get(cursor.value.id) ?? cursor.value
    if (isWanted(entry)) entries.push(entry)
    cursor = entries.length === count || looked === most ? null : await cursor.continue()
  }
  return entries
}

const TIMED_ENTRIES = 5
const MAX_READ = 20

/** Excludes run-throughs: their seconds do not tell how long practicing a part takes. */
const isTimed = (entry: PracticeEntry): entry is PracticeEntry & { readonly seconds: number } =>
  entry.seconds !== null && isLiving(entry) && entry.runThroughId === null

/** Maps each part to its newest entries that have a duration: at most 5, oldest first. */
export const readRecentTimedEntriesByPart = (
  store: OpenedStore,
  parts: readonly PartId[],
): Promise<ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]> | null> =>
  store.readLog(async log => {
    const own = Map.groupBy(log.pending.values(), ({ partId }) => partId)
    const found = parts.map(async part => {
      const stored = await newestStored(log, part, TIMED_ENTRIES, isTimed, MAX_READ)
      const timed = withPending(stored, own.get(part) ?? [])
        .filter(isTimed)
        .toSorted(compareEntriesByTime)
      return [part, timed.slice(-TIMED_ENTRIES)] as const
    })
    return new Map(await Promise.all(found))
  })

/** Maps each piece to the seconds of its latest complete run-throughs, oldest first (rule PF4). */
export async function readRunThroughSeconds(
  store: OpenedStore,
  pieces: ReadonlyMap<PieceId, readonly PartId[]>,
): Promise<ReadonlyMap<PieceId, readonly number[]>> {
  const read = [...pieces].map(async ([piece, parts]) => {
    const newest = await Promise.all(parts.map(part => readNewestEntriesOfPart(store, part, MAX_READ)))
    return [piece, secondsOfRunThroughs(newest.flatMap(found => found?.entries ?? []))] as const
  })
  return new Map(await Promise.all(read))
}

function secondsOfRunThroughs(entries: readonly PracticeEntry[]): number[] {
  const ofRunThroughs = entries.filter(({ runThroughId }) => runThroughId !== null)
  const byRunThrough = Map.groupBy(
    ofRunThroughs.toSorted(compareEntriesByTime),
    ({ runThroughId }) => runThroughId,
  )
  const runThroughs = [...byRunThrough.values()]
  const complete = Math.max(...runThroughs.map(parts => parts.length))
  return runThroughs
    .filter(parts => parts.length === complete)
    .map(parts => parts.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0))
    .filter(seconds => seconds > 0)
}

export type LocalDayFunctions = {
  readonly dayOf: GetLocalDay
  readonly nextDay: (at: Timestamp) => Timestamp
}

/** Looking up one day at a time would take several seconds if there are ten years of entries. */
const DAYS_AT_ONCE = 250

export const readDistinctPracticeDays = (
  store: OpenedStore,
  { dayOf, nextDay }: LocalDayFunctions,
): Promise<readonly Day[] | null> =>
  store.readLog(async ({ stored, pending }) => {
    const byTime = stored.index('at')
    const days = new Set<Day>()
    const isShown = (entry: PracticeEntry) => isLiving(pending.get(entry.id) ?? entry)
    const add = (entry: PracticeEntry) => days.add(dayOfEntry(entry, dayOf))

    async function readDay(day: IDBKeyRange): Promise<void> {
      const first = await byTime.get(day)
      if (first === undefined) return
      const shown = isShown(first) ? first : (await byTime.getAll(day)).find(isShown)
      if (shown !== undefined) add(shown)
    }

    let next = await byTime.get(IDBKeyRange.lowerBound(0))
    while (next !== undefined) {
      let from = next.at
      const ranges = Array.from({ length: DAYS_AT_ONCE }, () => {
        const range = IDBKeyRange.bound(from, nextDay(from), false, true)
        from = range.upper
        return range
      })
      await Promise.all(ranges.map(readDay))
      // Skips the time without practice.
      next = await byTime.get(IDBKeyRange.lowerBound(from))
    }
    for (const entry of pending.values()) if (isLiving(entry)) add(entry)
    return [...days]
  })

/** Returns one value per id, undefined for an unknown entry; [] if the database cannot be read. */
export const readEntriesById = async (store: OpenedStore | null, ids: readonly PracticeEntryId[]) =>
  (await store?.readLog(({ stored, pending }) =>
    Promise.all(ids.map(async id => pending.get(id) ?? (await stored.get(id)))),
  )) ?? []

export async function readRetractedIdsAmong(
  store: OpenedStore | null,
  ids: readonly PracticeEntryId[],
): Promise<ReadonlySet<PracticeEntryId>> {
  const entries = ids.length === 0 ? [] : await readEntriesById(store, ids)
  return new Set(entries.flatMap(entry => (entry && !isLiving(entry) ? [entry.id] : [])))
}

const NONE_RETRACTED: ReadonlySet<PracticeEntryId> = new Set()

export function useRetractedIdsAmong(ids: readonly PracticeEntryId[]): ReadonlySet<PracticeEntryId> {
  const store = useStore()
  const [retracted, setRetracted] = useState(NONE_RETRACTED)
  const wanted = ids.join(' ')

  useEffect(() => {
    if (store === null || wanted === '') return
    return subscribeLiveQuery(
      store,
      () => readRetractedIdsAmong(store, wanted.split(' ') as PracticeEntryId[]),
      found => setRetracted(known => ([...found].every(id => known.has(id)) ? known : found)),
    )
  }, [store, wanted])

  return retracted
}

/** Null if the history cannot be read. Parts whose history is still being read are missing. */
export type PartHistorySummaries = ReadonlyMap<PartId, PartHistorySummary | null>

const NO_HISTORIES: PartHistorySummaries = new Map()

/** Returns the old values during a new read. `calendar` must be the same function in every render. */
export function usePartHistories(partIds: readonly PartId[], calendar: GetLocalDay): PartHistorySummaries {
  const device = useLibraryServices()
  const version = versionOf(useLibraryState())
  const [histories, setHistories] = useState(NO_HISTORIES)
  const wanted = partIds.join(' ')

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = device.store.get()
      if (store === null || version === null) return
      for (const id of wanted.split(' ') as PartId[]) {
        const entries = await readEntriesOfPartWithRetracted(store, id)
        if (!isCurrent) return
        const history = entries && summarizePartHistory(entries, calendar)
        setHistories(known => new Map(known).set(id, history))
      }
    }
    if (wanted !== '') void read()
    return () => {
      isCurrent = false
    }
  }, [wanted, version, calendar, device])

  return histories
}

function versionOf(state: LibraryState): unknown {
  if (state.kind !== 'ready') return null
  return state.isHistoryComplete ? state.library : 'arriving'
}

/** Rises from 0 to 1 while the first sync downloads the practice history; otherwise 1. */
export function useSyncedHistoryFraction(): number {
  const { store } = useLibraryServices()
  const subscribe = useCallback(
    (listener: () => void) => store.get()?.copy.subscribe(listener) ?? (() => undefined),
    [store],
  )
  return useSyncExternalStore(subscribe, () => historyShare(store.get()))
}

function historyShare(store: OpenedStore | null): number {
  if (store === null) return 1
  const { cursor, entriesCursor, isHistoryComplete } = store.copy.get().position
  return isHistoryComplete || cursor === 0 ? 1 : Math.min(1, entriesCursor / cursor)
}
