import { MAX_CHANGES_SENT, resultForChange, createSyncRequest } from '#core/protocol/sync-protocol.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { postSync } from '#web/api/sync-call.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import { changesToSend } from '#web/store/changes-to-send.ts'
import { hasPageUserChanged } from '#web/store/last-user.ts'
import { planSyncRoundWrites, type SentSyncRequest } from './plan-sync-round-writes.ts'

/**
 * Result of a sync round (an exchange of changes with the server) on this device: 'done' if the response was stored,
 * otherwise the reason of the failure. `again` is true if another round must follow at once. `hasBegunAnew` is true if
 * the response replaced all rows on this device.
 */
export type SyncRoundEnd =
  | { kind: 'done'; again: boolean; hasBegunAnew: boolean }
  | { kind: 'signed-out' }
  | { kind: 'update-needed' }
  /** The server cannot parse the request, so one of the sent changes must be the cause. */
  | { kind: 'unreadable' }
  /**
   * The server is unreachable or busy. `afterSeconds` is the delay that the server asks for in Retry-After, or null.
   */
  | { kind: 'later'; afterSeconds: number | null; isBusy: boolean }

/**
 * Runs one sync round: sends at most `most` pending changes, and stores the response in one transaction. A crash cannot
 * leave a half-stored response, and sending again is harmless (rules SN1, SN2, SN13, SN14).
 */
export async function sendSyncRound(
  store: OpenStore,
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
  const answered = await postSync(
    store.userId,
    createSyncRequest(device, changesToSend(pending, clockOffset)),
  )
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
  const taken = await store.applyRound(copy => planSyncRoundWrites(copy, sent, answered.answer))
  if (taken === 'failed') return { kind: 'later', afterSeconds: null, isBusy: false }
  const { more, moreEntries, reset } = answered.answer
  const left = store.copy.get()
  const { position: reached } = left
  // Only a round that made progress is repeated at once, or this would never end.
  const isFurther = reached.cursor > since || reached.entriesCursor > entriesSince
  const moreToCome = (more || moreEntries) && (reset || isFurther)
  const isHeard = reset || pending.some(row => resultForChange(answered.answer, row.change.id))
  const again = taken === 'stale' || moreToCome || (left.outbox.length > 0 && isHeard)
  return { kind: 'done', again, hasBegunAnew: reset }
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
