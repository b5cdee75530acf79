import type { Change } from '#core/library/change.ts'
import type { Practice } from '#core/library/piece.ts'
import type { DeviceCopy } from './device-copy.ts'
import { createHistoryReader, type ReadablePracticeTable } from './history-reader.ts'
import { practiceEntryIdsOfIntention } from './needed-entries.ts'
import { requestInBatches } from './table-rows.ts'
import { newlyReceivedHistory, type SyncPosition } from './sync-position.ts'

/**
 * How long practice entries are held in memory, because a routine shows which of its own entries another device has
 * retracted (rules ST14, PX8).
 */
const HELD_MS = 24 * 60 * 60_000

/**
 * Maximum number of new entries that are read by revision. More than that come only from a first sync, and hardly any
 * of those are held.
 */
const MOST_NEW = 1000

/**
 * Reads the practice entries that an in-memory copy must update after a sync round (an exchange of changes with the
 * server). These are the entries of the last 24 hours, those already in the copy, and those that pending changes refer
 * to.
 *
 * @param waiting returns all pending changes; called only if necessary, because the cost of a round must not grow with
 *   the number of pending changes (rule ST5)
 */
export async function readEntriesAfterRound(
  practice: ReadablePracticeTable,
  copy: DeviceCopy,
  position: SyncPosition,
  waiting: () => readonly Change[],
): Promise<Practice[]> {
  const heldSince = Date.now() + copy.position.clockOffset - HELD_MS
  const { cursor, generation } = copy.position
  const isInOrder =
    generation === position.generation && newlyReceivedHistory(copy.position, position) === null
  const added = practice.index('revision')
  const newer = IDBKeyRange.lowerBound(cursor, true)
  if (isInOrder && cursor > 0 && (await added.count(newer)) <= MOST_NEW) {
    const rows = await added.getAll(newer)
    const older = rows.filter(({ id, at }) => at < heldSince && !copy.view.practice.has(id))
    const named = new Set(older.length === 0 ? [] : waiting().flatMap(practiceEntryIdsOfIntention))
    return rows.filter(({ id, at }) => at >= heldSince || copy.view.practice.has(id) || named.has(id))
  }
  const ids = new Set([...copy.view.practice.keys(), ...waiting().flatMap(practiceEntryIdsOfIntention)])
  const [held, recent] = await Promise.all([
    createHistoryReader(practice).withIds(ids),
    practice.index('at').getAll(IDBKeyRange.lowerBound(heldSince)),
  ])
  return [...held, ...recent]
}

/** Returns those of `entries` that the in-memory copy lacks or contains in a different revision. */
export const withoutKnownEntries = ({ confirmed }: DeviceCopy, entries: readonly Practice[]): Practice[] =>
  entries.filter(({ id, revision }) => confirmed.practice.get(id)?.revision !== revision)

/** Returns `entries` without those of which the database already contains a newer revision (rule ME5). */
export async function withoutStaleEntries(
  practice: ReadablePracticeTable,
  entries: readonly Practice[],
): Promise<Practice[]> {
  const stored = await requestInBatches(entries, ({ id }) => practice.get(id))
  return entries.filter(({ revision }, index) => revision >= (stored[index]?.revision ?? 0))
}
