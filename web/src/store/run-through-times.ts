import { compareEntriesByTime } from '#core/history/history-entry.ts'
import type { PartId, PieceId, Practice } from '#core/library/piece.ts'
import type { OpenStore } from './store-interface.ts'
import { readNewestEntries } from './part-history.ts'

/** Number of entries per part among which those of run-throughs are searched. */
const LOOKED_AT = 20

/**
 * Returns, for each piece, the durations in seconds of its latest run-throughs (playing the piece once without
 * stopping), oldest first (rule PF4). Searches only the newest twenty entries of each part, and omits run-throughs that
 * are only partly among them. A piece whose entries cannot be read gets an empty list.
 *
 * @param pieces for each piece, its parts that are not deleted
 */
export async function readRunThroughTimes(
  store: OpenStore,
  pieces: ReadonlyMap<PieceId, readonly PartId[]>,
): Promise<ReadonlyMap<PieceId, readonly number[]>> {
  const read = [...pieces].map(async ([piece, parts]) => {
    const newest = await Promise.all(parts.map(part => readNewestEntries(store, part, LOOKED_AT)))
    return [piece, secondsOfRunThroughs(newest.flatMap(found => found?.entries ?? []))] as const
  })
  return new Map(await Promise.all(read))
}

/** Adds up the seconds of the entries of each run-through. The parts share its time. */
function secondsOfRunThroughs(entries: readonly Practice[]): number[] {
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
