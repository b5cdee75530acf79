import type { Timestamp } from '#core/library/day.ts'
import { deleteRows, putTableRows } from './table-rows.ts'
import type { SyncPosition } from './position.ts'
import type { AppliedRow, LocalTables, PendingRow } from './local-database.ts'
import type { RoundWrites } from './round-writes.ts'

/** How long applied changes are kept, in ms. The devices cannot repair a backup that is older. */
const KEPT_MS = 30 * 24 * 60 * 60_000

type Reached = Pick<SyncPosition, 'epoch'>

/**
 * Returns whether the server was restored from a backup between two responses. It then lacks the later changes, and
 * only the devices that sent them can send them again (rule SN18).
 */
export const wasServerSetBack = (before: Reached, after: Reached) =>
  before.epoch !== null && after.epoch !== before.epoch

/** Returns the rows of a response that were not rejected. */
export function appliedRows(
  outbox: readonly PendingRow[],
  { answered, parked }: Pick<RoundWrites, 'answered' | 'parked'>,
  now: Timestamp,
): AppliedRow[] {
  const places = new Set(answered)
  const refused = new Set(parked.map(({ id }) => id))
  const last = Math.max(...answered)
  // What was answered stands in front; what waits behind it can be long and is not looked through.
  const end = outbox.findIndex(({ seq }) => seq > last)
  return outbox
    .slice(0, end === -1 ? outbox.length : end)
    .filter(({ seq, id }) => places.has(seq) && !refused.has(id))
    .map(row => Object.assign({ at: now }, row))
}

/** Returns the applied rows to put back into the outbox, without those already in it. */
export function rowsToRequeue(applied: readonly AppliedRow[], outbox: readonly PendingRow[]): PendingRow[] {
  const waiting = new Set(outbox.map(({ id }) => id))
  return applied
    .filter(({ id }) => !waiting.has(id))
    .map(({ seq, id, change, offset, again }) => ({ seq, id, change, offset, ...(again && { again }) }))
}

/** Stores applied changes and deletes those that are too old. */
export async function storeApplied({ applied }: LocalTables, rows: readonly AppliedRow[], now: Timestamp) {
  if (rows.length === 0) return
  await putTableRows(applied, rows)
  await deleteRows(applied, await applied.index('at').getAllKeys(IDBKeyRange.upperBound(now - KEPT_MS, true)))
}

/**
 * Puts applied changes back at the start of the outbox. The server answers those it still has as duplicates and applies
 * the rest, because their ids are unchanged.
 */
export async function requeueApplied({ applied, outbox }: LocalTables): Promise<void> {
  const [kept, waiting] = await Promise.all([applied.getAll(), outbox.getAll()])
  await putTableRows(outbox, rowsToRequeue(kept, waiting))
  await applied.clear()
}
