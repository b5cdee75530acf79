import { postFeedback, type FeedbackMessage } from '#web/api/feedback-call.ts'
import { createBackoff } from '#web/api/backoff.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import { lastUserId } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/new-ids.ts'
import { mergeConcurrentRuns } from '#web/concurrency/merge-concurrent-runs.ts'
import { sleep } from '#web/concurrency/sleep.ts'
import {
  deliverQueuedFeedback,
  deleteRejectedFeedback,
  readRejectedFeedback,
  type FeedbackDeliveryResult,
  type FeedbackWaitReason,
} from './feedback-delivery.ts'
import type { FeedbackSender } from './feedback-sender.ts'

const LAST_ATTEMPT_MS = 3000

/**
 * Creates the functions that store feedback messages on this device and send them to the server. Nothing is sent until
 * one of these functions is called.
 */
export function createFeedbackSender(device: DeviceLibrary): FeedbackSender {
  const server = createBackoff()
  let waitsFor: FeedbackWaitReason = 'signal'
  let timer = 0

  const submit: FeedbackSender['submit'] = async words => {
    const letter: FeedbackMessage = { ...words, id: newUuid(), writtenAt: Date.now() }
    const store = device.store.get()
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

  async function flush(): Promise<void> {
    const store = device.store.get()
    if (store === null) return
    await Promise.race([deliver(store), sleep(LAST_ATTEMPT_MS)])
  }

  function start(): () => void {
    const ended = new AbortController()
    const { signal } = ended
    const wake = () => {
      const store = device.store.get()
      if (store !== null && document.visibilityState === 'visible') void deliver(store)
    }
    const signedIn = () => {
      if (waitsFor === 'sign-in' && device.sync.state.get().kind === 'synced') wake()
    }
    for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, wake, { signal })
    document.addEventListener('visibilitychange', wake, { signal })
    const leave = [device.store.subscribe(wake), device.sync.state.subscribe(signedIn)]
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

  return { submit, flush, start }
}
