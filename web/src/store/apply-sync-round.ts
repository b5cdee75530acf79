import type { StripeRoleOrUnknown, StripeRole } from '#core/plan/plan.ts'
import { type DeviceCopy } from './device-copy.ts'
import { FIRST_SYNC_POSITION, type SyncPosition } from './sync-position.ts'
import type { LocalTables } from './local-database.ts'
import { deleteTableRows, putTableRows, readSyncPosition } from './table-rows.ts'
import {
  selectAppliedOutboxRows,
  wasServerRestored,
  storeAppliedChanges,
  requeueAppliedChanges,
} from './applied-changes.ts'
import { retryAllRejectedChanges } from './rejected-changes.ts'
import { acknowledgedEntry, type SyncRoundWrites } from './sync-round-writes.ts'

/**
 * Stores everything that follows from a sync response: new rows, the removal of answered changes from the outbox,
 * rejected changes, and the sync position. After an upgrade to Pro, also retries the changes that the Free plan's
 * limits have rejected.
 */
export async function applySyncRound(
  tables: LocalTables,
  copy: DeviceCopy,
  writes: SyncRoundWrites,
): Promise<void> {
  const { reset, rows, entries, acknowledged, answered } = writes
  const { pieces, parts, practice, outbox, meta, parked } = tables
  const { version, generation, role, outboxRewrites = 0 } = copy.position
  const isFront = answered.every((seq, place) => copy.outbox[place]?.seq === seq)
  const isRestored = wasServerRestored(copy.position, { reset, epoch: writes.position.epoch })
  const isRewritten = !isFront || isRestored
  const position: SyncPosition = {
    ...writes.position,
    version: version + 1,
    generation: generation + (reset ? 1 : 0),
    outboxRewrites: outboxRewrites + (isRewritten ? 1 : 0),
  }
  if (reset) await Promise.all([pieces.clear(), parts.clear(), practice.clear()])
  const now = Date.now()
  if (isRestored) await requeueAppliedChanges(tables, now)
  await storeAppliedChanges(tables, selectAppliedOutboxRows(copy.outbox, writes, now), now)
  const own = acknowledged.map(async entry => acknowledgedEntry(await practice.get(entry.id), entry))
  await putTableRows(practice, await Promise.all(own))
  await Promise.all([
    putTableRows(pieces, rows.pieces),
    putTableRows(parts, rows.parts),
    putTableRows(practice, entries),
    putTableRows(parked, writes.parked),
    deleteTableRows(outbox, answered),
    meta.put({ key: 'position', value: position }),
  ])
  await comeTo(tables, role, position.role)
}

/**
 * Stores the user's plan from a response that is not a sync response (rule AC5). After an upgrade to Pro, also retries
 * the changes that the server has rejected because of the Free plan's limits.
 */
export async function writeRoleOutsideSync(tables: LocalTables, role: StripeRole): Promise<void> {
  const position = (await readSyncPosition(tables)) ?? FIRST_SYNC_POSITION
  await tables.meta.put({ key: 'position', value: { ...position, role } })
  await comeTo(tables, position.role, role)
}

// Only when the plan changes, because a server that still rejects the changes would be asked forever.
async function comeTo(
  tables: LocalTables,
  before: StripeRoleOrUnknown,
  role: StripeRoleOrUnknown,
): Promise<void> {
  if (role === 'pro' && before !== 'pro') await retryAllRejectedChanges(tables)
}
