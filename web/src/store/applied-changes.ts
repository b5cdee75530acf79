import type { Timestamp } from '#core/library/day.ts'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { deleteTableRows, putTableRows } from './table-rows.ts'
import type { SyncPosition } from './sync-position.ts'
import type { AppliedRow, LocalTables, PendingRow } from './local-database.ts'
import type { SyncRoundWrites } from './sync-round-writes.ts'

/** How long applied changes are kept, in ms. The devices cannot repair a backup that is older. */
const KEPT_MS = 30 * 24 * 60 * 60_000
/** How long the server keeps deleted rows, in ms. */
const DELETED_KEPT_MS = RETENTION_PERIODS.deletedDays * 24 * 60 * 60_000

type Reached = Pick<SyncPosition, 'epoch'>

/**
 * Returns true if the server was restored from a backup between two responses. The restored server does not know the
 * device's epoch (the id of the server's series of revisions), so it voids all rows and names its own. It lacks recent
 * changes, so this device must send its own again (rule SN18). Returns false if there was no response before.
 */
export const wasServerRestored = (before: Reached, { reset, epoch }: Reached & { reset: boolean }) =>
  reset && before.epoch !== null && epoch !== before.epoch

/**
 * Returns the outbox rows (pending changes) that the server has applied according to its response. They are stored, in
 * case the server is restored from a backup and needs them again. Sets the field `at` of each row to `now`.
 *
 * @param now time of the response, in ms of this device's clock
 */
export function selectAppliedOutboxRows(
  outbox: readonly PendingRow[],
  { answered, parked }: Pick<SyncRoundWrites, 'answered' | 'parked'>,
  now: Timestamp,
): AppliedRow[] {
  const places = new Set(answered)
  const refused = new Set(parked.map(({ id }) => id))
  const last = Math.max(...answered)
  // Answered rows are at the front. The rest of the outbox may be long and is not searched.
  const end = outbox.findIndex(({ seq }) => seq > last)
  return outbox
    .slice(0, end === -1 ? outbox.length : end)
    .filter(({ seq, id }) => places.has(seq) && !refused.has(id))
    .map(row => Object.assign({ at: now }, row))
}

/**
 * Converts applied changes back to outbox rows (changes to send), because a server that was restored from a backup has
 * lost them. Omits changes that are still in the outbox, and those that were applied
 * so long before `now` that the server may have forgotten what was deleted since, which they would bring back.
 */
export function rowsToRequeue(
  applied: readonly AppliedRow[],
  outbox: readonly PendingRow[],
  now: Timestamp,
): PendingRow[] {
  const waiting = new Set(outbox.map(({ id }) => id))
  return applied
    .filter(({ id, at }) => at >= now - DELETED_KEPT_MS && !waiting.has(id))
    .map(({ at: _at, ...row }) => row)
}

/**
 * Stores changes that the server has applied, in case the server is restored from a backup and needs them again. Also
 * deletes stored changes that were applied more than 30 days ago.
 */
export async function storeAppliedChanges(
  { applied }: LocalTables,
  rows: readonly AppliedRow[],
  now: Timestamp,
) {
  if (rows.length === 0) return
  await putTableRows(applied, rows)
  await deleteTableRows(
    applied,
    await applied.index('at').getAllKeys(IDBKeyRange.upperBound(now - KEPT_MS, true)),
  )
}

/**
 * Moves all stored changes that the server had applied back to the start of the outbox (the changes to send). Called
 * after the server was restored from a backup. Sending the changes again is safe, because the server recognizes
 * duplicates by their ids.
 */
export async function requeueAppliedChanges({ applied, outbox }: LocalTables, now: Timestamp): Promise<void> {
  const [kept, waiting] = await Promise.all([applied.getAll(), outbox.getAll()])
  await putTableRows(outbox, rowsToRequeue(kept, waiting, now))
  await applied.clear()
}
