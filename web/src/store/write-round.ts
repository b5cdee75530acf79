import type { RoleOrUnknown, StripeRole } from '#core/plan/plan.ts'
import { type DeviceCopy } from './device-copy.ts'
import { FIRST_POSITION, type SyncPosition } from './position.ts'
import type { LocalTables } from './local-database.ts'
import { withoutStaleEntries } from './stored-history.ts'
import { deleteRows, putTableRows, readPosition } from './table-rows.ts'
import { appliedRows, wasServerSetBack, storeApplied, requeueApplied } from './applied-changes.ts'
import { retryWithPro } from './rejected-changes.ts'
import type { RoundWrites } from './round-writes.ts'

/** Writes what an answer of the server changes. */
export async function writeRound(tables: LocalTables, copy: DeviceCopy, writes: RoundWrites): Promise<void> {
  const { reset, rows, answered } = writes
  const { pieces, parts, practice, outbox, meta, parked } = tables
  const { version, generation, role, outboxRewrites = 0 } = copy.position
  const isFront = answered.every((seq, place) => copy.outbox[place]?.seq === seq)
  const isRewritten = !isFront || wasServerSetBack(copy.position, writes.position)
  const position: SyncPosition = {
    ...writes.position,
    version: version + 1,
    generation: generation + (reset ? 1 : 0),
    outboxRewrites: outboxRewrites + (isRewritten ? 1 : 0),
  }
  // Answers of two tabs may cross, and not all entries are in memory.
  const entries = reset ? rows.practice : await withoutStaleEntries(practice, rows.practice)
  if (reset) await Promise.all([pieces.clear(), parts.clear(), practice.clear()])
  const now = Date.now()
  if (wasServerSetBack(copy.position, position)) await requeueApplied(tables)
  await storeApplied(tables, appliedRows(copy.outbox, writes, now), now)
  await Promise.all([
    putTableRows(pieces, rows.pieces),
    putTableRows(parts, rows.parts),
    putTableRows(practice, entries),
    putTableRows(parked, writes.parked),
    deleteRows(outbox, answered),
    meta.put({ key: 'position', value: position }),
  ])
  await comeTo(tables, role, position.role)
}

/** Writes the plan that the server has told outside a round (rule AC5). */
export async function writeRole(tables: LocalTables, role: StripeRole): Promise<void> {
  const position = (await readPosition(tables)) ?? FIRST_POSITION
  await tables.meta.put({ key: 'position', value: { ...position, role } })
  await comeTo(tables, position.role, role)
}

// Only on the day it happens: a server that refused all the same would be asked without end.
async function comeTo(tables: LocalTables, before: RoleOrUnknown, role: RoleOrUnknown): Promise<void> {
  if (role === 'pro' && before !== 'pro') await retryWithPro(tables)
}
