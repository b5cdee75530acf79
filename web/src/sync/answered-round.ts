import type { Timestamp } from '#core/day.ts'
import { notOlder } from '#core/merge.ts'
import { resultOf, type SyncAnswer } from '#core/sync-protocol.ts'
import { isSetBack } from '#web/store/applied-changes.ts'
import type { DeviceCopy } from '#web/store/device-copy.ts'
import type { ParkedRow, PendingRow } from '#web/store/local-database.ts'
import type { RoundWrites } from '#web/store/round-writes.ts'

/** What was sent, when, and from where on was asked. */
export type SentRound = {
  readonly pending: readonly PendingRow[]
  readonly since: number
  readonly epoch: string | null
  /** This device's clock when the round left and when its answer came. */
  readonly sentAt: Timestamp
  readonly answeredAt: Timestamp
}

// Half a round trip is guesswork, and the server corrects stamps by itself: an offset that wavers with every answer
// would only shuffle changes that were made in quick succession.
const OFFSET_WORTH_TAKING_MS = 2000

/**
 * What an answer changes on this device; null when another tab has stored something meanwhile that the answer does
 * not know (rules SN3, SN4, SN5). A server that was set back to a backup is first sent again what it had before, so its
 * verdicts do not count: without a piece that it is about to get, it has refused the work on it (rule SN18).
 */
export function writesOf(copy: DeviceCopy, sent: SentRound, answer: SyncAnswer): RoundWrites | null {
  const { cursor, epoch, clockOffset } = copy.position
  if (!answer.reset) {
    // Revisions of another epoch count something else, and rows from a gap would be missed for ever.
    if (epoch !== sent.epoch || cursor < sent.since) return null
  }
  const rows = answer.reset ? answer.rows : notOlder(copy.confirmed, answer.rows)
  const judged = isSetBack(copy.position, answer) ? [] : sent.pending
  return {
    reset: answer.reset,
    rows,
    answered: judged.filter(row => resultOf(answer, row.change.id) !== undefined).map(row => row.seq),
    parked: judged.flatMap(row => parkedRow(row, sent, answer)),
    position: {
      cursor: answer.reset ? answer.revision : Math.max(cursor, answer.revision),
      epoch: answer.epoch,
      role: answer.plan,
      clockOffset: clockOffsetAfter(clockOffset, sent, answer.now),
    },
  }
}

/**
 * Milliseconds this device's clock is behind the server's: the server's time against the middle of the round trip,
 * but what was believed before where that is no better (rule SN6).
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

function parkedRow(row: PendingRow, sent: SentRound, answer: SyncAnswer): ParkedRow[] {
  const result = resultOf(answer, row.change.id)
  if (result?.status !== 'rejected') return []
  const { change, offset } = row
  return [{ id: change.id, change, offset, code: result.code, at: sent.answeredAt }]
}
