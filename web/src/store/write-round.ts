import type { KnownRole, StripeRole } from '#core/plan.ts'
import { FIRST_POSITION, type DeviceCopy, type Position } from './device-copy.ts'
import { readPosition, type LocalDatabase } from './local-database.ts'
import { appliedRows, isSetBack, keepApplied, sendAppliedAgain } from './applied-changes.ts'
import { retryWithPro } from './parked-changes.ts'
import type { RoundWrites } from './round-writes.ts'

/** Writes what an answer of the server changes. Call it inside a transaction over all tables. */
export async function writeRound(
  database: LocalDatabase,
  copy: DeviceCopy,
  writes: RoundWrites,
): Promise<void> {
  const { reset, rows, answered } = writes
  const { pieces, parts, practice, outbox, meta, parked } = database
  const { version, generation, role } = copy.position
  const position: Position = {
    ...writes.position,
    version: version + 1,
    generation: generation + (reset ? 1 : 0),
  }
  if (reset) await Promise.all([pieces.clear(), parts.clear(), practice.clear()])
  const now = Date.now()
  if (isSetBack(copy.position, position)) await sendAppliedAgain(database)
  await keepApplied(database, appliedRows(copy.outbox, writes, now), now)
  await Promise.all([
    pieces.bulkPut([...rows.pieces]),
    parts.bulkPut([...rows.parts]),
    practice.bulkPut([...rows.practice]),
    parked.bulkPut([...writes.parked]),
    outbox.bulkDelete([...answered]),
    meta.put({ key: 'position', value: position }),
  ])
  await comeTo(database, role, position.role)
}

/** Writes the plan that the server has told outside a round (rule AC5). Call it inside a transaction over all tables. */
export async function writeRole(database: LocalDatabase, role: StripeRole): Promise<void> {
  const position = (await readPosition(database)) ?? FIRST_POSITION
  await database.meta.put({ key: 'position', value: { ...position, role } })
  await comeTo(database, position.role, role)
}

// Only on the day it happens: a server that refused all the same would be asked without end.
async function comeTo(database: LocalDatabase, before: KnownRole, role: KnownRole): Promise<void> {
  if (role === 'pro' && before !== 'pro') await retryWithPro(database)
}
