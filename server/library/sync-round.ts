import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { parseChange } from '#core/library/change.ts'
import type { Change } from '#core/library/change.ts'
import type { Backfill } from '#core/protocol/backfill.ts'
import type { Rows } from '#core/library/library.ts'
import { correctClientStamp } from '#core/library/merge.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { SyncResponse, SyncRequest, SyncChangeResult } from '#core/protocol/sync-protocol.ts'
import { classifyDatabaseError } from '#server/database/database-failure.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { TransactionResult } from '#server/database/transaction.ts'
import { createOneByOneApplier, applyChangesInOneWrite, evaluateChangesInMemory } from './apply-changes.ts'
import type { ApplyChanges } from './apply-changes.ts'
import { writeLibraryRowsIfUnchanged } from './write-library-rows.ts'
import { ChangeEvaluator } from './change-evaluator.ts'
import type { IncomingChange } from './change-evaluator.ts'
import { isOneRevisionBehind, loadPageSince, loadRowsSince } from './rows-since.ts'
import type { LibraryHead, LibraryPage } from './select-page.ts'
import { incrementRevision, utcDay, secondsUntilNextUtcDay } from './user-revision.ts'
import type { UserQuota } from './user-quota.ts'
import { loadEvaluationState } from './evaluation-state.ts'

/**
 * The arguments of a sync round: the user, the request, the older rows that the device still lacks (`backfill`, null if
 * the app version does not support it), the time in milliseconds, and the user's quota (`share`).
 */
export type SyncRoundInput = {
  userId: string
  request: SyncRequest
  backfill: Backfill | null
  now: number
  share: UserQuota
}

/**
 * Result of a sync round: the response with the revision that the round has written (null if it wrote nothing), or the
 * reason why nothing was done. 'user-gone' means that the user was deleted. 'exhausted' means that the changes would
 * exceed the user's quota of changes per UTC day (rule LS24).
 */
export type SyncRoundResult =
  | { kind: 'answered'; answer: SyncResponse; wrote: number | null }
  | { kind: 'user-gone' }
  | { kind: 'exhausted'; retryAfterSeconds: number }

/**
 * Runs one sync round, an exchange of changes between a device and the server: applies the device's changes in one
 * transaction and loads the rows that the device lacks. If the user's library changes meanwhile, evaluates the changes
 * again under a lock. A round without applied changes uses no new revision (rules LS1, LS2, LS3).
 */
export async function runSyncRound(
  db: Kysely<Tables>,
  log: Logger,
  round: SyncRoundInput,
): Promise<SyncRoundResult> {
  const asked = round.request.changes.map(change => askedIn(change, round))
  if (!asked.some(({ parsed }) => parsed.kind === 'change')) return readingRound(db, round, asked)
  try {
    return (
      (await optimisticRound(db, round, asked)) ??
      (await writingRound(db, round, asked, applyChangesInOneWrite))
    )
  } catch (error) {
    if (classifyDatabaseError(error) !== 'statement-error') throw error
    return writingRound(db, round, asked, createOneByOneApplier(log))
  }
}

/** Parses a change and corrects its time stamp from the device's clock to the server's. */
function askedIn(change: { readonly id: string }, { request, now }: SyncRoundInput): IncomingChange {
  const parsed = parseChange(change)
  if (parsed.kind === 'refused') return { id: change.id, parsed }
  const { change: today } = parsed
  const at =
    today.original === true ? Math.min(now, today.at) : correctClientStamp(today.at, request.clientNow, now)
  return { id: change.id, parsed: { kind: 'change', change: { ...today, at } } }
}

/** Runs a round without valid changes. It writes nothing, so it takes no lock and waits for none. */
async function readingRound(
  db: Kysely<Tables>,
  { userId, request, backfill, now }: SyncRoundInput,
  asked: readonly IncomingChange[],
): Promise<SyncRoundResult> {
  const results = asked.flatMap(({ id, parsed }): SyncChangeResult[] =>
    parsed.kind === 'refused' ? [{ id, status: 'rejected', code: parsed.code }] : [],
  )
  const page = await loadRowsSince(db, userId, { ...request, backfill })
  return { kind: 'answered', answer: { results, now, ...page }, wrote: null }
}

/**
 * Evaluates the changes without a lock, and writes them in one statement if the user's library has not changed meanwhile.
 * This takes two round trips to the database instead of six. Resolves to null if it has changed, or if the user has no
 * library yet (rule LS27).
 */
async function optimisticRound(
  db: Kysely<Tables>,
  { userId, request, backfill, now, share }: SyncRoundInput,
  asked: readonly IncomingChange[],
): Promise<SyncRoundResult | null> {
  const changes = asked.flatMap(({ parsed }): Change[] => (parsed.kind === 'change' ? [parsed.change] : []))
  const affected = await loadEvaluationState(db, userId, changes)
  const { head, plan, stored, day } = affected
  // The lock is needed for a user's first change, and for a user who may have been deleted (rule DA3).
  if (head.revision === 0) return null
  const changesOfDay = (day === utcDay(now) ? affected.changesOfDay : 0) + changes.length
  if (changesOfDay > share.changesPerDay)
    return { kind: 'exhausted', retryAfterSeconds: secondsUntilNextUtcDay(now) }
  const next = { ...head, revision: head.revision + 1 }
  const evaluator = new ChangeEvaluator(affected, { role: plan, stored, share })
  const { results, judged } = evaluateChangesInMemory(next.revision, evaluator, asked)
  const writing = { userId, revision: next.revision, now }
  if (judged !== null && !(await isWritten(db, writing, judged, { ...head, day: utcDay(now), changesOfDay })))
    return null
  const written = judged?.rows ?? null
  return answerOf(db, { userId, request, backfill, now }, { results, written, head: next, plan })
}

/** Resolves to false if the rows were not written, also because of a conflict with another transaction. */
async function isWritten(...write: Parameters<typeof writeLibraryRowsIfUnchanged>): Promise<boolean> {
  try {
    return await writeLibraryRowsIfUnchanged(...write)
  } catch (error) {
    if (classifyDatabaseError(error) !== 'conflict') throw error
    return false
  }
}

async function writingRound(
  db: Kysely<Tables>,
  { userId, request, backfill, now, share }: SyncRoundInput,
  asked: readonly IncomingChange[],
  accept: ApplyChanges,
): Promise<SyncRoundResult> {
  const { value } = await inTransaction(db, async (db): Promise<TransactionResult<Writing>> => {
    const changes = asked.flatMap(({ parsed }): Change[] => (parsed.kind === 'change' ? [parsed.change] : []))
    // First, because it locks the user's row: other rounds of this user wait here, so revisions are committed in order.
    const bumped = await incrementRevision(db, userId, { now, changes: changes.length })
    if (bumped === null) return { kind: 'rollback', value: { kind: 'user-gone' } }
    const { stored, changesOfDay, ...head } = bumped
    if (changesOfDay > share.changesPerDay)
      return {
        kind: 'rollback',
        value: { kind: 'exhausted', retryAfterSeconds: secondsUntilNextUtcDay(now) },
      }
    const affected = await loadEvaluationState(db, userId, changes)
    const { plan } = affected
    const evaluator = new ChangeEvaluator(affected, { role: plan, stored, share })
    const { results, written } = await accept(db, { userId, revision: head.revision, now }, evaluator, asked)
    const value = { kind: 'judged' as const, results, written, head, plan }
    return { kind: written === null ? 'rollback' : 'commit', value }
  })
  return value.kind === 'judged' ? answerOf(db, { userId, request, backfill, now }, value) : value
}

type Judged = { results: SyncChangeResult[]; written: Rows | null; head: LibraryHead; plan: StripeRole }
type Writing = Exclude<SyncRoundResult, { kind: 'answered' }> | ({ kind: 'judged' } & Judged)

/** Creates the response to a round with evaluated changes. `head` is the library's revision after the round's writes. */
async function answerOf(
  db: Kysely<Tables>,
  { userId, request, backfill, now }: Omit<SyncRoundInput, 'share'>,
  { results, written, head, plan }: Judged,
): Promise<SyncRoundResult> {
  const device = { ...request, backfill }
  // Most devices lack only the rows that this round wrote, so the database need not be asked for them.
  const page: LibraryPage =
    written !== null && isOneRevisionBehind(head, device)
      ? {
          epoch: head.epoch,
          plan,
          reset: false,
          revision: head.revision,
          more: false,
          rows: written,
          ...(backfill !== null && { backfill }),
        }
      : await (written === null ? loadRowsSince : loadPageSince)(db, userId, device)
  return {
    kind: 'answered',
    answer: { results, now, ...page },
    wrote: written === null ? null : head.revision,
  }
}
