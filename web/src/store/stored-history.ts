import type { Change } from '#core/library/change.ts'
import { completeEntry } from '#core/library/older-rows.ts'
import type { Practice } from '#core/library/piece.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { LocalTable } from './local-database.ts'
import { entryIdsIn, type History } from './needed-entries.ts'
import { receivedHistory, type SyncPosition } from './position.ts'

/** The practice entries on the disk, within a transaction of either mode. */
export type ReadablePractice = LocalTable<'practice', IDBTransactionMode>

/** Returns the history in a user's database. */
export const storedHistory = (practice: ReadablePractice): History => ({
  async withIds(ids) {
    const rows = await Promise.all([...ids].map(id => practice.get(id)))
    return rows.filter(row => row !== undefined).map(completeEntry)
  },
  async newestOf(partId, living) {
    const newest: Practice[] = []
    let left = living
    const ofPart = IDBKeyRange.bound([partId], [partId, []])
    let cursor = await practice.index('[partId+at]').openCursor(ofPart, 'prev')
    while (cursor !== null) {
      newest.push(completeEntry(cursor.value))
      if (cursor.value.retractedAt === null) left -= 1
      cursor = left === 0 ? null : await cursor.continue()
    }
    return newest
  },
})

/** A routine shows which of its own entries another device has retracted; it is over long before (rules ST14, PX8). */
const HELD_MS = 24 * 60 * 60_000

/** More new entries than that are those of a first sync, of which hardly any is held. */
const MOST_NEW = 1000

/**
 * Reads the entries that a copy holds and that may be new after a round: those of the last day, those that it has shown
 * or changed, and those that waiting changes name.
 */
export async function entriesAfterRound(
  practice: ReadablePractice,
  copy: DeviceCopy,
  position: SyncPosition,
  waiting: readonly Change[],
): Promise<Practice[]> {
  const heldSince = Date.now() + copy.position.clockOffset - HELD_MS
  const ids = new Set([...copy.view.practice.keys(), ...waiting.flatMap(entryIdsIn)])
  const { cursor, generation } = copy.position
  const isInOrder = generation === position.generation && receivedHistory(copy.position, position) === null
  const added = practice.index('revision')
  const newer = IDBKeyRange.lowerBound(cursor, true)
  if (isInOrder && cursor > 0 && (await added.count(newer)) <= MOST_NEW) {
    const rows = await added.getAll(newer)
    return rows.filter(({ id, at }) => at >= heldSince || ids.has(id)).map(completeEntry)
  }
  const [held, recent] = await Promise.all([
    storedHistory(practice).withIds(ids),
    practice.index('at').getAll(IDBKeyRange.lowerBound(heldSince)),
  ])
  return [...held, ...recent.map(completeEntry)]
}

/** Returns the entries that a copy does not hold in this revision. */
export const withoutHeldEntries = ({ confirmed }: DeviceCopy, entries: readonly Practice[]): Practice[] =>
  entries.filter(({ id, revision }) => confirmed.practice.get(id)?.revision !== revision)

/** Leaves out entries that are stored in a newer revision, which the copy may not hold (rule ME5). */
export async function withoutStaleEntries(
  practice: ReadablePractice,
  entries: readonly Practice[],
): Promise<Practice[]> {
  const stored = await Promise.all(entries.map(({ id }) => practice.get(id)))
  return entries.filter(({ revision }, index) => revision >= (stored[index]?.revision ?? 0))
}
