import type { StripeRoleOrUnknown, StripeRole } from '#core/plan/plan.ts'
import type { LibraryCopy } from './library-copy.ts'
import {
  INITIAL_SYNC_POSITION,
  type SyncPosition,
  type TransactionTables,
  deleteRowsByKey,
  putTableRows,
  readSyncPosition,
  type AppliedChangeRow,
  type OutboxRow,
  type RejectedRow,
  addRowsAssigningSeq,
} from './local-database.ts'
import type { Timestamp } from '#core/library/day.ts'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { Rows } from '#core/library/library.ts'
import type { PracticeEntry } from '#core/library/piece.ts'

export async function storeSyncRoundWrites(
  tables: TransactionTables,
  copy: LibraryCopy,
  writes: SyncRoundWrites,
): Promise<void> {
  const { reset, rows, entries, acknowledged, answered } = writes
  const { pieces, parts, practice, outbox, meta, rejected } = tables
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
  await storeAppliedChanges(tables, outboxRowsAppliedByServer(copy.outbox, writes, now), now)
  const own = acknowledged.map(async entry => mergeOwnIntoStoredEntry(await practice.get(entry.id), entry))
  await putTableRows(practice, await Promise.all(own))
  await Promise.all([
    putTableRows(pieces, rows.pieces),
    putTableRows(parts, rows.parts),
    putTableRows(practice, entries),
    putTableRows(rejected, writes.rejected),
    deleteRowsByKey(outbox, answered),
    meta.put({ key: 'position', value: position }),
  ])
  await retryAfterUpgrade(tables, role, position.role)
}

export async function storeRoleOutsideSync(tables: TransactionTables, role: StripeRole): Promise<void> {
  const position = (await readSyncPosition(tables)) ?? INITIAL_SYNC_POSITION
  await tables.meta.put({ key: 'position', value: { ...position, role } })
  await retryAfterUpgrade(tables, position.role, role)
}

// Only when the plan changes, because a server that still rejects the changes would be asked forever. It rejects again
// what is still not allowed after an upgrade.
async function retryAfterUpgrade(
  tables: TransactionTables,
  before: StripeRoleOrUnknown,
  role: StripeRoleOrUnknown,
): Promise<void> {
  if (role === 'pro' && before !== 'pro') await requeueRejected(tables, await tables.rejected.getAll())
}

const APPLIED_KEPT_MS = 30 * 24 * 60 * 60_000
const DELETED_KEPT_MS = RETENTION_PERIODS.deletedDays * 24 * 60 * 60_000

type Reached = Pick<SyncPosition, 'epoch'>

/** After a restore from a backup, the server has another `epoch` and lacks recent changes (rule SC16). */
export const wasServerRestored = (before: Reached, { reset, epoch }: Reached & { reset: boolean }) =>
  reset && before.epoch !== null && epoch !== before.epoch

export function outboxRowsAppliedByServer(
  outbox: readonly OutboxRow[],
  { answered, rejected }: Pick<SyncRoundWrites, 'answered' | 'rejected'>,
  now: Timestamp,
): AppliedChangeRow[] {
  const places = new Set(answered)
  const rejectedIds = new Set(rejected.map(({ id }) => id))
  const last = Math.max(...answered)
  // Answered rows are at the front. The rest of the outbox may be long and is not searched.
  const end = outbox.findIndex(({ seq }) => seq > last)
  return outbox
    .slice(0, end === -1 ? outbox.length : end)
    .filter(({ seq, id }) => places.has(seq) && !rejectedIds.has(id))
    .map(row => Object.assign({ at: now }, row))
}

/** Omits changes applied longer ago than the server keeps tombstones: they could restore deleted rows. */
export function appliedRowsToSendAgain(
  applied: readonly AppliedChangeRow[],
  outbox: readonly OutboxRow[],
  now: Timestamp,
): OutboxRow[] {
  const waiting = new Set(outbox.map(({ id }) => id))
  return applied
    .filter(({ id, at }) => at >= now - DELETED_KEPT_MS && !waiting.has(id))
    .map(({ at: _at, ...row }) => row)
}

async function storeAppliedChanges(
  { applied }: TransactionTables,
  rows: readonly AppliedChangeRow[],
  now: Timestamp,
) {
  if (rows.length === 0) return
  await putTableRows(applied, rows)
  await deleteRowsByKey(
    applied,
    await applied.index('at').getAllKeys(IDBKeyRange.upperBound(now - APPLIED_KEPT_MS, true)),
  )
}

async function requeueAppliedChanges({ applied, outbox }: TransactionTables, now: Timestamp): Promise<void> {
  const [kept, waiting] = await Promise.all([applied.getAll(), outbox.getAll()])
  await putTableRows(outbox, appliedRowsToSendAgain(kept, waiting, now))
  await applied.clear()
}

export const sortRejectedRows = (rows: readonly RejectedRow[]): RejectedRow[] =>
  rows.toSorted((a, b) => a.change.at - b.change.at)

export async function requeueRejected({ outbox, rejected }: TransactionTables, rows: readonly RejectedRow[]) {
  // Another tab may already have retried or discarded them.
  const there = (await Promise.all(rows.map(row => rejected.get(row.id)))).filter(row => row !== undefined)
  const places = await Promise.all(there.map(row => outbox.index('id').getKey(row.id)))
  const missing = sortRejectedRows(there.filter((_, index) => places[index] === undefined))
  await addRowsAssigningSeq(
    outbox,
    missing.map(({ code: _code, at: _at, ...row }) => ({ ...row, again: true as const })),
  )
  await deleteRowsByKey(
    rejected,
    there.map(row => row.id),
  )
}

export async function incrementDataVersion(tables: TransactionTables): Promise<void> {
  const position = (await readSyncPosition(tables)) ?? INITIAL_SYNC_POSITION
  await tables.meta.put({ key: 'position', value: { ...position, version: position.version + 1 } })
}

export type SyncRoundWrites = {
  /** If true, all stored pieces, parts and entries are deleted before `rows` and `entries` are stored. */
  readonly reset: boolean
  readonly rows: Rows
  readonly entries: readonly PracticeEntry[]
  /** Entries that the server has accepted from this device but has not sent back in a response yet. */
  readonly acknowledged: readonly PracticeEntry[]
  /** The `seq` numbers of the outbox rows for which the server has returned a result. */
  readonly answered: readonly number[]
  readonly rejected: readonly RejectedRow[]
  readonly position: Omit<SyncPosition, 'version' | 'generation'>
}

/** Returns null if another tab has stored newer data since the sync request was sent. */
export type PlanSyncRoundWrites = (copy: LibraryCopy) => SyncRoundWrites | null

export const mergeOwnIntoStoredEntry = (
  stored: PracticeEntry | undefined,
  own: PracticeEntry,
): PracticeEntry =>
  stored === undefined ? own : { ...stored, retractedAt: stored.retractedAt ?? own.retractedAt }
