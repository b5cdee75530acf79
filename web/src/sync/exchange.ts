import { MOST_SENT, resultOf, syncRequest } from '#core/sync-protocol.ts'
import type { Failure } from '#web/api/request.ts'
import { postSync } from '#web/api/sync-call.ts'
import type { OpenStore } from '#web/store/current-store.ts'
import { changesToSend } from '#web/store/device-copy.ts'
import { lastUser } from '#web/store/last-user.ts'
import { writesOf, type SentRound } from './answered-round.ts'

/** How a round ended: with an answer that was stored, or with what has to happen before the next one. */
export type RoundEnd =
  | { kind: 'done'; again: boolean; hasBegunAnew: boolean }
  | { kind: 'signed-out' }
  | { kind: 'update-needed' }
  /** The server cannot read the round as a whole: one of its changes must be the cause. */
  | { kind: 'unreadable' }
  | { kind: 'later'; afterSeconds: number | null }

/**
 * One round: sends what waits, at most `most` changes, and stores the answer in one transaction. A kill at any
 * moment leaves the device as it was before or after the answer, and sending again is harmless (rules SN1, SN2, SN13, SN14).
 */
export async function exchange(store: OpenStore, clientId: string, most = MOST_SENT): Promise<RoundEnd> {
  // The cookie belongs to the browser, not to this tab: what one user changed must never be sent as another's.
  const user = lastUser()
  if (user !== null && user !== store.userId) return { kind: 'signed-out' }
  await store.refresh()
  const { outbox, position } = store.copy.get()
  const pending = outbox.slice(0, most)
  const { epoch, cursor: since, clockOffset } = position
  const sentAt = Date.now()
  const device = { clientId, epoch, since, clientNow: sentAt + clockOffset }
  const answered = await postSync(store.userId, syncRequest(device, changesToSend(pending, clockOffset)))
  if (answered.kind !== 'answer') return endOf(answered)
  const sent: SentRound = { pending, since, epoch, sentAt, answeredAt: Date.now() }
  const taken = await store.takeRound(copy => writesOf(copy, sent, answered.answer))
  if (taken === 'failed') return { kind: 'later', afterSeconds: null }
  const { more, reset } = answered.answer
  const { outbox: left, position: reached } = store.copy.get()
  // Only what brought this device further is worth asking again at once, or that would go on for ever.
  const moreToCome = more && (reset || reached.cursor > since)
  const isHeard = reset || pending.some(row => resultOf(answered.answer, row.change.id))
  const moreToSend = left.length > 0 && isHeard
  return { kind: 'done', again: taken === 'stale' || moreToCome || moreToSend, hasBegunAnew: reset }
}

function endOf(failure: Failure): RoundEnd {
  if (failure.kind !== 'problem') return { kind: 'later', afterSeconds: null }
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
    default:
      return { kind: 'later', afterSeconds: failure.retryAfterSeconds }
  }
}
