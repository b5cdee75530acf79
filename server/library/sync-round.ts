import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { parseChange } from '#core/change.ts'
import type { Change } from '#core/change.ts'
import { correctedAt } from '#core/merge.ts'
import type { SyncAnswer, SyncRequest, SyncResult } from '#core/sync-protocol.ts'
import { stripeRoleOf } from '#server/billing/stripe-role.ts'
import { failureOf } from '#server/database/failure.ts'
import type { Tables } from '#server/database/tables.ts'
import { inSnapshot, inTransaction } from '#server/database/transaction.ts'
import type { Ended } from '#server/database/transaction.ts'
import { acceptOneByOne, acceptTogether } from './accept-changes.ts'
import type { Accept } from './accept-changes.ts'
import { Bench } from './judge-change.ts'
import type { Asked } from './judge-change.ts'
import { hasAllBefore, headOf, rowsSince } from './rows-since.ts'
import { bumpRevision } from './user-revision.ts'
import { touchedRows } from './touched-rows.ts'

export type Round = { userId: string; request: SyncRequest; now: number }

/** The answer, and the revision that was written, null when nothing was. */
export type Answered = { answer: SyncAnswer; wrote: number | null }

/**
 * One round of a device: takes its changes and tells what it has not got, in one database transaction. The plan,
 * the limits and the rows are all of the moment under the lock of the user's revision. A round that writes nothing
 * takes no number (rules LS1, LS2, LS3). Null where the user's account was deleted meanwhile.
 */
export async function syncRound(db: Kysely<Tables>, log: Logger, round: Round): Promise<Answered | null> {
  const asked = round.request.changes.map(change => askedIn(change, round))
  if (!asked.some(({ parsed }) => parsed.kind === 'change')) return readingRound(db, round, asked)
  try {
    return await writingRound(db, round, asked, acceptTogether)
  } catch (error) {
    if (failureOf(error) !== 'objection') throw error
    return writingRound(db, round, asked, acceptOneByOne(log))
  }
}

/** The change with its stamp by the server's clock. */
function askedIn(change: { readonly id: string }, { request, now }: Round): Asked {
  const parsed = parseChange(change)
  if (parsed.kind === 'refused') return { id: change.id, parsed }
  const { change: today } = parsed
  const at = today.original === true ? Math.min(now, today.at) : correctedAt(today.at, request.clientNow, now)
  return { id: change.id, parsed: { kind: 'change', change: { ...today, at } } }
}

/** Nothing can be written: no lock is taken and none is waited for. */
function readingRound(
  db: Kysely<Tables>,
  { userId, request, now }: Round,
  asked: readonly Asked[],
): Promise<Answered> {
  return inSnapshot(db, async db => {
    const head = await headOf(db, userId)
    const plan = await stripeRoleOf(db, userId)
    const page = await rowsSince(db, userId, head, request)
    const results = asked.flatMap(({ id, parsed }): SyncResult[] =>
      parsed.kind === 'refused' ? [{ id, status: 'rejected', code: parsed.code }] : [],
    )
    return { answer: { results, epoch: head.epoch, now, plan, ...page }, wrote: null }
  })
}

async function writingRound(
  db: Kysely<Tables>,
  { userId, request, now }: Round,
  asked: readonly Asked[],
  accept: Accept,
): Promise<Answered | null> {
  const { value } = await inTransaction(db, async (db): Promise<Ended<Answered | null>> => {
    // First of all: whoever else writes for this user waits here, so the order of revisions is that of commits.
    const bumped = await bumpRevision(db, userId)
    if (bumped === null) return { kind: 'rollback', value: null }
    const plan = await stripeRoleOf(db, userId)
    const changes = asked.flatMap(({ parsed }): Change[] => (parsed.kind === 'change' ? [parsed.change] : []))
    const bench = new Bench(await touchedRows(db, userId, changes), plan)
    const { results, written } = await accept(db, { userId, revision: bumped.revision, now }, bench, asked)
    const head = written === null ? { ...bumped, revision: bumped.revision - 1 } : bumped
    // Most devices have everything but what they have just sent, and need not make the database look for it.
    const page =
      written !== null && hasAllBefore(head, request)
        ? { reset: false, revision: head.revision, more: false, rows: written }
        : await rowsSince(db, userId, head, request)
    const answer = { results, epoch: head.epoch, now, plan, ...page }
    return written === null
      ? { kind: 'rollback', value: { answer, wrote: null } }
      : { kind: 'commit', value: { answer, wrote: head.revision } }
  })
  return value
}
