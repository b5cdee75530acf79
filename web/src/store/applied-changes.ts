import type { Timestamp } from '#core/day.ts'
import type { Position } from './device-copy.ts'
import type { AppliedRow, LocalDatabase, PendingRow } from './local-database.ts'
import type { RoundWrites } from './round-writes.ts'

/** Before the last answer. Older backups than this cannot be made good by the devices. Milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60_000

type Reached = Pick<Position, 'epoch'>

/**
 * Was the server set back to a backup between two answers? Then it has forgotten what came after that, and the devices
 * that sent it are the only ones that know (rule SN18).
 */
export const isSetBack = (before: Reached, after: Reached) =>
  before.epoch !== null && after.epoch !== before.epoch

/** Of what was answered, what was not refused. */
export function appliedRows(
  outbox: readonly PendingRow[],
  { answered, parked }: Pick<RoundWrites, 'answered' | 'parked'>,
  now: Timestamp,
): AppliedRow[] {
  const places = new Set(answered)
  const refused = new Set(parked.map(({ id }) => id))
  return outbox
    .filter(({ seq, id }) => places.has(seq) && !refused.has(id))
    .map(row => Object.assign({ at: now }, row))
}

/** What goes back into the outbox: not what waits there anyway. */
export function rowsToSendAgain(applied: readonly AppliedRow[], outbox: readonly PendingRow[]): PendingRow[] {
  const waiting = new Set(outbox.map(({ id }) => id))
  return applied
    .filter(({ id }) => !waiting.has(id))
    .map(({ seq, id, change, offset, again }) => ({ seq, id, change, offset, ...(again && { again }) }))
}

/** Keeps what the server has applied. Call it inside a transaction over all tables, like the next one. */
export async function keepApplied({ applied }: LocalDatabase, rows: readonly AppliedRow[], now: Timestamp) {
  if (rows.length === 0) return
  await applied.bulkPut([...rows])
  await applied
    .where('at')
    .below(now - KEPT_MS)
    .delete()
}

/**
 * Puts what the server had applied back into the outbox, before all that waits. What it still knows it answers as done
 * before, the rest it does now: the ids are the same.
 */
export async function sendAppliedAgain({ applied, outbox }: LocalDatabase): Promise<void> {
  const [kept, waiting] = await Promise.all([applied.orderBy('seq').toArray(), outbox.toArray()])
  await outbox.bulkPut(rowsToSendAgain(kept, waiting))
  await applied.clear()
}
