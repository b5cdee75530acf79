import type { Timestamp } from '#core/library/day.ts'
import type { Practice, PracticeEntryId } from '#core/library/piece.ts'
import { resultForChange, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import { wasServerRestored } from '#web/store/applied-changes.ts'
import type { DeviceCopy } from '#web/store/device-copy.ts'
import type { RejectedRow, PendingRow } from '#web/store/local-database.ts'
import type { SyncRoundWrites } from '#web/store/sync-round-writes.ts'

/**
 * A sync request that was sent: its content, the state of this device on which it was based, and the times of request
 * and response.
 */
export type SentSyncRequest = {
  readonly pending: readonly PendingRow[]
  /** The revisions up to which this device had received pieces and parts, and entries. */
  readonly since: number
  readonly entriesSince: number
  readonly epoch: string | null
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
  const { cursor, entriesCursor, epoch, clockOffset, generation, ...position } = copy.position
  const isSamePlace =
    cursor === sent.since && entriesCursor === sent.entriesSince && generation === sent.generation
  // Another tab has stored rows since, which these would replace or leave a gap behind. Revisions of another epoch are not
  // comparable.
  if (!isSamePlace && (!answer.reset || answer.epoch === epoch)) return null
  if (!answer.reset && epoch !== sent.epoch) return null
  const judged = wasServerRestored(copy.position, answer) ? [] : sent.pending
  return {
    reset: answer.reset,
    rows: answer.rows,
    entries: answer.entries,
    acknowledged: acknowledgedEntries(copy, judged, answer),
    answered: judged.filter(row => resultForChange(answer, row.change.id) !== undefined).map(row => row.seq),
    parked: judged.flatMap(row => parkedRow(row, sent, answer)),
    position: {
      cursor: answer.revision,
      isLibraryComplete: !answer.more || (!answer.reset && position.isLibraryComplete),
      entriesCursor: answer.entriesRevision,
      isHistoryComplete: !answer.moreEntries || (!answer.reset && position.isHistoryComplete),
      epoch: answer.epoch,
      role: answer.plan,
      clockOffset: clockOffsetAfter(clockOffset, sent, answer.now),
    },
  }
}

/**
 * Returns the entries that applied changes have added or retracted and that the answer does not bring, as it does not
 * during a first sync.
 */
function acknowledgedEntries(
  { view }: DeviceCopy,
  judged: readonly PendingRow[],
  answer: SyncResponse,
): Practice[] {
  const entries = new Map<PracticeEntryId, Practice>()
  for (const { change } of judged) {
    const status = resultForChange(answer, change.id)?.status
    if (status === undefined || status === 'rejected') continue
    if (change.kind !== 'practice.add' && change.kind !== 'practice.retract') continue
    const entry = view.practice.get(change.args.id)
    // A retraction of it may still wait.
    const retractedAt = change.kind === 'practice.retract' ? change.at : null
    if (entry !== undefined) entries.set(entry.id, { ...entry, retractedAt })
  }
  for (const { id } of answer.entries) entries.delete(id)
  return [...entries.values()]
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
  const { change, offset, entry } = row
  return [{ id: change.id, change, offset, code: result.code, at: sent.answeredAt, ...(entry && { entry }) }]
}
