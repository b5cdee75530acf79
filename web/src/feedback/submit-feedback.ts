import { postFeedback, type FeedbackMessage } from '#web/api/feedback-call.ts'
import { createBackoff } from '#web/api/backoff.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { currentStore, type OpenStore } from '#web/store/current-store.ts'
import { lastUserId } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/new-ids.ts'
import { mergeConcurrentRuns } from '#web/concurrency/merge-concurrent-runs.ts'
import { syncState } from '#web/store/sync-state.ts'
import {
  deliverQueuedFeedback,
  deleteRejectedFeedback,
  readRejectedFeedback,
  type FeedbackDeliveryResult,
  type FeedbackWaitReason,
  type RejectedFeedback,
} from './feedback-delivery.ts'

/** Result of submitting feedback. 'kept' means that the message is stored on this device and will be sent later. */
export type FeedbackSubmitResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'kept'; readonly waitsFor: FeedbackWaitReason }
  | { readonly kind: 'returned'; readonly because: RejectedFeedback['because'] }
  | { readonly kind: 'failed'; readonly problem: RequestFailure }

const LAST_ATTEMPT_MS = 3000

const server = createBackoff()
let waitsFor: FeedbackWaitReason = 'signal'
let timer = 0

/**
 * Stores a feedback message on this device and sends it. If it cannot be stored, sends it immediately; the submission
 * fails if that fails, too (rules FB1 and FB3).
 */
export async function submitFeedback(
  words: Pick<FeedbackMessage, 'kind' | 'text' | 'language' | 'screen'>,
): Promise<FeedbackSubmitResult> {
  const letter: FeedbackMessage = { ...words, id: newUuid(), writtenAt: Date.now() }
  const store = currentStore.get()
  if (store === null || !(await store.feedbackQueue.add(letter))) {
    const sent = await postFeedback(letter, store?.userId ?? lastUserId())
    return sent.kind === 'sent' ? sent : { kind: 'failed', problem: sent }
  }
  const end = await deliver(store)
  const returned = (await readRejectedFeedback(store)).find(({ id }) => id === letter.id)
  if (returned !== undefined) {
    // The text is still in the field, beside the reason for the rejection.
    await deleteRejectedFeedback(store, letter.id)
    return { kind: 'returned', because: returned.because }
  }
  return end.kind === 'all' ? { kind: 'sent' } : { kind: 'kept', waitsFor: end.for }
}

/** Sends queued feedback before the user leaves. Makes only one attempt of at most three seconds. Never rejects. */
export async function flushFeedback(): Promise<void> {
  const store = currentStore.get()
  if (store === null) return
  await Promise.race([deliver(store), new Promise(resolve => setTimeout(resolve, LAST_ATTEMPT_MS))])
}

/**
 * Starts sending queued feedback. It sends immediately, when the network or the page returns, after a new sign-in, and
 * after the delay that follows a failure. Returns a function that stops it (rule FB3).
 */
export function startFeedbackDelivery(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const wake = () => {
    const store = currentStore.get()
    if (store !== null && document.visibilityState === 'visible') void deliver(store)
  }
  const signedIn = () => {
    if (waitsFor === 'sign-in' && syncState.get().kind === 'synced') wake()
  }
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  const leave = [currentStore.subscribe(wake), syncState.subscribe(signedIn)]
  wake()
  return () => {
    ended.abort()
    clearTimeout(timer)
    for (const end of leave) end()
  }
}

const deliver = mergeConcurrentRuns(attempt)

async function attempt(store: OpenStore): Promise<FeedbackDeliveryResult> {
  // Respects the server's Retry-After, and needs no attempt without a network.
  if (!server.canRetryNow()) return { kind: 'waits', for: waitsFor, afterSeconds: null }
  if (!navigator.onLine) return { kind: 'waits', for: 'signal', afterSeconds: null }
  clearTimeout(timer)
  const end = await deliverQueuedFeedback(store)
  if (end.kind === 'all') {
    server.reset()
    return end
  }
  waitsFor = end.for
  const milliseconds = server.recordFailure(end.afterSeconds)
  // A new sign-in triggers the next attempt, so no timer is needed until then.
  if (end.for !== 'sign-in') timer = window.setTimeout(() => void deliver(store), milliseconds)
  return end
}
