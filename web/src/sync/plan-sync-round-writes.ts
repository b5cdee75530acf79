import type { Timestamp } from '#core/library/day.ts'
import { withoutStaleRows } from '#core/library/merge-rows.ts'
import { FULL_BACKFILL, mergeBackfills, type Backfill } from '#core/protocol/backfill.ts'
import { resultForChange, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import { wasServerRestored } from '#web/store/applied-changes.ts'
import { requestedBackfill } from '#web/store/sync-position.ts'
import type { DeviceCopy } from '#web/store/device-copy.ts'
import type { RejectedRow, PendingRow } from '#web/store/local-database.ts'
import type { SyncRoundWrites } from '#web/store/sync-round-writes.ts'

/**
 * A sync request that was sent: its content, the state of this device on which it was based, and the times of request
 * and response.
 */
export type SentSyncRequest = {
  readonly pending: readonly PendingRow[]
  /** The revision up to which this device had received rows. */
  readonly since: number
  readonly epoch: string | null
  readonly backfill: Backfill
  readonly generation: number
  /** When the request was sent, in ms of this device's clock. */
  readonly sentAt: Timestamp
  /** When the response arrived, in ms of this device's clock. */
  readonly answeredAt: Timestamp
}

// Half a round trip is only an estimate, and the server corrects stamps itself. An offset that varies with every
// response would only reorder changes made in quick succession.
const OFFSET_WORTH_TAKING_MS = 2000

/**
 * Returns the writes to the local database that follow from a sync response. Returns null if the response no longer
 * fits the database, because another tab has written to it since the request (rules SN3, SN4, SN5). If the server was
 * restored from a backup, keeps the sent changes pending, because the changes that the server has lost must be sent
 * before them (rule SN18).
 */
export function planSyncRoundWrites(
  copy: DeviceCopy,
  sent: SentSyncRequest,
  answer: SyncResponse,
): SyncRoundWrites | null {
  const { cursor, epoch, clockOffset, generation } = copy.position
  if (!answer.reset) {
    // Revisions of another epoch are not comparable, and rows from a gap would be lost for ever.
    if (epoch !== sent.epoch || cursor < sent.since || generation !== sent.generation) return null
  } else if (answer.epoch === epoch) {
    // Another tab may have stored newer rows since, which these rows would replace.
    if (cursor !== sent.since || generation !== sent.generation) return null
  }
  const rows = answer.reset ? answer.rows : withoutStaleRows(copy.confirmed, answer.rows)
  const judged = wasServerRestored(copy.position, answer) ? [] : sent.pending
  return {
    reset: answer.reset,
    rows,
    answered: judged.filter(row => resultForChange(answer, row.change.id) !== undefined).map(row => row.seq),
    parked: judged.flatMap(row => parkedRow(row, sent, answer)),
    position: {
      cursor: answer.reset ? answer.revision : Math.max(cursor, answer.revision),
      epoch: answer.epoch,
      role: answer.plan,
      clockOffset: clockOffsetAfter(clockOffset, sent, answer.now),
      backfill: backfillAfter(copy, sent, answer),
    },
  }
}

/**
 * Returns the rows that are still missing after the response was stored. An older server does not know gaps, but sends
 * all tables in order.
 */
function backfillAfter({ position }: DeviceCopy, sent: SentSyncRequest, answer: SyncResponse): Backfill {
  const before = answer.reset ? FULL_BACKFILL : sent.backfill
  const backfill = answer.backfill ?? { ...before, library: before.library && answer.more }
  if (answer.reset) return backfill
  const stored = { backfill: requestedBackfill(position), cursor: position.cursor }
  return mergeBackfills(stored, { backfill, cursor: answer.revision })
}

/**
 * Returns the clock offset (the server's clock minus this device's clock) in milliseconds, measured at the middle of a
 * request. Returns the previous offset if the new one differs from it by at most two seconds or at most half the
 * duration of the request, because so small a difference may be a measurement error (rule SN6).
 *
 * @param before the previous offset in milliseconds
 * @param now the time in the server's response
 */
export function clockOffsetAfter(
  before: number,
  sent: { sentAt: Timestamp; answeredAt: Timestamp },
  now: Timestamp,
) {
  const measured = Math.round(now - (sent.sentAt + sent.answeredAt) / 2)
  const doubt = Math.max(OFFSET_WORTH_TAKING_MS, (sent.answeredAt - sent.sentAt) / 2)
  return Math.abs(measured - before) > doubt ? measured : before
}

function parkedRow(row: PendingRow, sent: SentSyncRequest, answer: SyncResponse): RejectedRow[] {
  const result = resultForChange(answer, row.change.id)
  if (result?.status !== 'rejected') return []
  const { change, offset } = row
  return [{ id: change.id, change, offset, code: result.code, at: sent.answeredAt }]
}
