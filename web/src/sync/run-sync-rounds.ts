import {
  MAX_CHANGES_SENT,
  findResultForChange,
  createSyncRequest,
  type SyncResponse,
  syncOperation,
} from '#core/protocol/sync-protocol.ts'
import { call } from '#web/api/call.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { runWhenIdle } from '#web/concurrency/when-idle.ts'
import { changesInServerTime, type LibraryCopy } from '#web/store/library-copy.ts'
import { hasPageUserChanged } from '#web/store/last-user.ts'
import type { OpenedStore } from '#web/store/store-interface.ts'
import {
  type PlanSyncRoundWrites,
  wasServerRestored,
  type SyncRoundWrites,
} from '#web/store/apply-sync-round.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import type { RejectedRow, OutboxRow } from '#web/store/local-database.ts'

const MAX_RESETS = 3

/** If the server cannot parse a request, sends less to find the bad change and marks it rejected (SC19). */
export async function runSyncRounds(
  store: OpenedStore,
  clientId: string,
  isStopped: () => boolean,
): Promise<Settled> {
  const round = (most: number) =>
    withLockStolenAfterTimeout(`dacapo-sync-${store.userId}`, () => sendSyncRound(store, clientId, most))
  let most = MAX_CHANGES_SENT
  let resets = 0
  while (!isStopped()) {
    const end = await round(most)
    if (end.kind === 'unreadable') {
      const waiting = store.copy.get().outbox
      if (waiting.length === 0) return RETRY_LATER
      const sent = Math.min(most, waiting.length)
      if (sent === 1) {
        // If a round without changes fails as well, the change is not the cause.
        const without = await round(0)
        if (without.kind !== 'done') return without.kind === 'unreadable' ? RETRY_LATER : without
        if ((await store.applyRound(setAside(waiting[0]?.seq))) === 'failed') return RETRY_LATER
      }
      most = Math.max(1, Math.floor(sent / 2))
      continue
    }
    if (end.kind !== 'done' || !end.again) return end
    if (end.wasReset && ++resets === MAX_RESETS) return RETRY_LATER
    most = MAX_CHANGES_SENT
    // Older entries can wait until the page is idle, so that the pieces that have just arrived are drawn first.
    if (isOnlyHistoryMissing(store)) await new Promise<void>(runWhenIdle)
  }
  return { kind: 'done', again: false, wasReset: false }
}

function isOnlyHistoryMissing(store: OpenedStore): boolean {
  const { isLibraryComplete, isHistoryComplete } = store.copy.get().position
  return isLibraryComplete && !isHistoryComplete
}

type Settled = Exclude<SyncRoundEnd, { kind: 'unreadable' }>

export const RETRY_LATER: Settled = { kind: 'later', afterSeconds: null, isBusy: false }

function setAside(seq: number | undefined): PlanSyncRoundWrites {
  return ({ outbox, position }) => {
    const spoiling = outbox.find(row => row.seq === seq)
    if (spoiling === undefined) return null
    const { change, offset, entry } = spoiling
    return {
      reset: false,
      rows: { pieces: [], parts: [] },
      entries: [],
      acknowledged: [],
      answered: [spoiling.seq],
      rejected: [{ id: change.id, change, offset, code: 'invalid', at: change.at, ...(entry && { entry }) }],
      position,
    }
  }
}

type SyncRoundEnd =
  | { kind: 'done'; again: boolean; wasReset: boolean }
  | { kind: 'signed-out' }
  | { kind: 'update-needed' }
  | { kind: 'unreadable' }
  | { kind: 'later'; afterSeconds: number | null; isBusy: boolean }

async function sendSyncRound(
  store: OpenedStore,
  clientId: string,
  most = MAX_CHANGES_SENT,
): Promise<SyncRoundEnd> {
  // Tabs share the cookie: one user's changes must never be sent as another's.
  if (hasPageUserChanged(store.userId)) return { kind: 'signed-out' }
  await store.refresh()
  const copy = store.copy.get()
  const { position } = copy
  const pending = copy.outbox.slice(0, most)
  const { epoch, cursor: since, entriesCursor: entriesSince, clockOffset, generation } = position
  const sentAt = Date.now()
  const device = { clientId, epoch, since, entriesSince, clientNow: sentAt + clockOffset }
  const body = createSyncRequest(device, changesInServerTime(pending, clockOffset))
  // Names the user, because the cookie may already belong to another one (rule SI7).
  const answered = await call(syncOperation, { userId: store.userId, body })
  if (answered.kind !== 'answer') return endOf(answered)
  const sent: SentSyncRequest = {
    pending,
    since,
    entriesSince,
    epoch,
    generation,
    sentAt,
    answeredAt: Date.now(),
  }
  const taken = await store.applyRound(copy => planSyncRoundWrites(copy, sent, answered.body))
  if (taken === 'failed') return { kind: 'later', afterSeconds: null, isBusy: false }
  const { more, moreEntries, reset } = answered.body
  const left = store.copy.get()
  const { position: reached } = left
  // Only a round that made progress is repeated at once, or this would never end.
  const isFurther = reached.cursor > since || reached.entriesCursor > entriesSince
  const moreToCome = (more || moreEntries) && (reset || isFurther)
  const isAnswered = reset || pending.some(row => findResultForChange(answered.body, row.change.id))
  const again = taken === 'stale' || moreToCome || (left.outbox.length > 0 && isAnswered)
  return { kind: 'done', again, wasReset: reset }
}

function endOf(failure: RequestFailure): SyncRoundEnd {
  if (failure.kind !== 'problem') return { kind: 'later', afterSeconds: null, isBusy: false }
  switch (failure.code) {
    case 'signed-out':
    case 'session-revoked':
    case 'account-deleted':
      return { kind: 'signed-out' }
    case 'client-too-old':
      return { kind: 'update-needed' }
    case 'malformed-json':
    case 'malformed-request':
    case 'too-large':
    case 'validation':
      return { kind: 'unreadable' }
    default: {
      const { retryAfterSeconds: afterSeconds, code } = failure
      return { kind: 'later', afterSeconds, isBusy: code === 'too-many-requests' }
    }
  }
}

export type SentSyncRequest = {
  readonly pending: readonly OutboxRow[]
  readonly since: number
  readonly entriesSince: number
  readonly epoch: string | null
  readonly generation: number
  readonly sentAt: Timestamp
  readonly answeredAt: Timestamp
}

// Half a round trip is only an estimate, and the server corrects stamps itself. An offset that varies with every
// response would only reorder changes made in quick succession.
const OFFSET_WORTH_TAKING_MS = 2000

export function planSyncRoundWrites(
  copy: LibraryCopy,
  sent: SentSyncRequest,
  answer: SyncResponse,
): SyncRoundWrites | null {
  const { cursor, entriesCursor, epoch, clockOffset, generation, ...position } = copy.position
  const isSamePlace =
    cursor === sent.since && entriesCursor === sent.entriesSince && generation === sent.generation
  // Another tab has stored rows since, which these would replace. Revisions of another epoch are not comparable.
  if (!isSamePlace && (!answer.reset || answer.epoch === epoch)) return null
  if (!answer.reset && epoch !== sent.epoch) return null
  // After a restore, the sent changes stay pending, to follow the earlier changes that the server has lost (SC16).
  const judged = wasServerRestored(copy.position, answer) ? [] : sent.pending
  return {
    reset: answer.reset,
    rows: answer.rows,
    entries: answer.entries,
    acknowledged: acknowledgedEntries(copy, judged, answer),
    answered: judged
      .filter(row => findResultForChange(answer, row.change.id) !== undefined)
      .map(row => row.seq),
    rejected: judged.flatMap(row => rejectedRow(row, sent, answer)),
    position: {
      cursor: answer.revision,
      isLibraryComplete: !answer.more || (!answer.reset && position.isLibraryComplete),
      entriesCursor: answer.entriesRevision,
      isHistoryComplete: !answer.moreEntries,
      epoch: answer.epoch,
      role: answer.plan,
      clockOffset: nextClockOffset(clockOffset, sent, answer.now),
    },
  }
}

function acknowledgedEntries(
  { view }: LibraryCopy,
  judged: readonly OutboxRow[],
  answer: SyncResponse,
): PracticeEntry[] {
  const entries = new Map<PracticeEntryId, PracticeEntry>()
  for (const { change } of judged) {
    const status = findResultForChange(answer, change.id)?.status
    if (status === undefined || status === 'rejected') continue
    if (change.kind !== 'practice.add' && change.kind !== 'practice.retract') continue
    const entry = view.practice.get(change.args.id)
    // Its retraction may still be pending.
    const retractedAt = change.kind === 'practice.retract' ? change.at : null
    if (entry !== undefined) entries.set(entry.id, { ...entry, retractedAt })
  }
  for (const { id } of answer.entries) entries.delete(id)
  return [...entries.values()]
}

/** Server clock minus device clock, in ms. Keeps `before` if the change may be a measuring error (ME1). */
export function nextClockOffset(
  before: number,
  sent: { sentAt: Timestamp; answeredAt: Timestamp },
  now: Timestamp,
) {
  const measured = Math.round(now - (sent.sentAt + sent.answeredAt) / 2)
  const doubt = Math.max(OFFSET_WORTH_TAKING_MS, (sent.answeredAt - sent.sentAt) / 2)
  return Math.abs(measured - before) > doubt ? measured : before
}

function rejectedRow(row: OutboxRow, sent: SentSyncRequest, answer: SyncResponse): RejectedRow[] {
  const result = findResultForChange(answer, row.change.id)
  if (result?.status !== 'rejected') return []
  const { change, offset, entry } = row
  return [{ id: change.id, change, offset, code: result.code, at: sent.answeredAt, ...(entry && { entry }) }]
}

const LONGEST_WAIT_MS = 5000

/** Steals the lock after five seconds, so two tabs may run `work` at the same time (rule SC12). */
export async function withLockStolenAfterTimeout<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Pages served over plain HTTP have no Web Locks.
  if (!('locks' in navigator)) return work()
  let running: Promise<T> | null = null
  const begin = () => (running ??= work())
  for (const options of [{ signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, { steal: true }]) {
    try {
      if (running === null) await navigator.locks.request(name, options, begin)
    } catch {
      // The work goes on if the lock was stolen, and reports its own failure below.
    }
  }
  return begin()
}
