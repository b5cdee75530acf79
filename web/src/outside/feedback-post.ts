import { sendFeedback, type Letter } from '#web/api/feedback-call.ts'
import { patience } from '#web/api/patience.ts'
import type { Failure } from '#web/api/request.ts'
import { currentStore, type OpenStore } from '#web/store/current-store.ts'
import { lastUser } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/new-ids.ts'
import { oneAtATime } from '#web/store/one-at-a-time.ts'
import { syncState } from '#web/store/sync-state.ts'
import {
  deliverLetters,
  forgetReturned,
  returnedLetters,
  type Delivered,
  type Reason,
  type ReturnedLetter,
} from './feedback-delivery.ts'

/** What became of a musician's words. 'kept' is said only when they are on disk. */
export type Posted =
  | { readonly kind: 'sent' }
  | { readonly kind: 'kept'; readonly waitsFor: Reason }
  | { readonly kind: 'returned'; readonly because: ReturnedLetter['because'] }
  | { readonly kind: 'failed'; readonly problem: Failure }

const LAST_ATTEMPT_MS = 3000

const server = patience()
let waitsFor: Reason = 'signal'
let timer = 0

/**
 * Puts words for the operator into the queue on this device and sends what waits there. Where nothing can be kept,
 * they are sent straight away or not at all (rules FB1 and FB3).
 */
export async function postFeedback(
  words: Pick<Letter, 'kind' | 'text' | 'language' | 'screen'>,
): Promise<Posted> {
  const letter: Letter = { ...words, id: newUuid(), writtenAt: Date.now() }
  const store = currentStore.get()
  if (store === null || !(await store.letters.add(letter))) {
    const sent = await sendFeedback(letter, store?.userId ?? lastUser())
    return sent.kind === 'sent' ? sent : { kind: 'failed', problem: sent }
  }
  const end = await deliver(store)
  const returned = (await returnedLetters(store)).find(({ id }) => id === letter.id)
  if (returned !== undefined) {
    // The words are still in the field, and the reason is shown beside them.
    await forgetReturned(store, letter.id)
    return { kind: 'returned', because: returned.because }
  }
  return end.kind === 'all' ? { kind: 'sent' } : { kind: 'kept', waitsFor: end.for }
}

/** One attempt of at most three seconds to send what waits; to be awaited before somebody leaves. Never rejects. */
export async function sendLetters(): Promise<void> {
  const store = currentStore.get()
  if (store === null) return
  await Promise.race([deliver(store), new Promise(resolve => setTimeout(resolve, LAST_ATTEMPT_MS))])
}

/**
 * Sends what waits at the start, when the network or the page comes back, after a new sign-in and after a failure
 * when its wait is over, until the given-back function is called (rule FB3).
 */
export function startFeedbackPost(): () => void {
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

const deliver = oneAtATime(attempt)

async function attempt(store: OpenStore): Promise<Delivered> {
  // What the server has asked for is kept; a device without a network need not try.
  if (!server.isOver()) return { kind: 'waits', for: waitsFor, afterSeconds: null }
  if (!navigator.onLine) return { kind: 'waits', for: 'signal', afterSeconds: null }
  clearTimeout(timer)
  const end = await deliverLetters(store)
  if (end.kind === 'all') {
    server.beginAnew()
    return end
  }
  waitsFor = end.for
  const milliseconds = server.afterFailure(end.afterSeconds)
  // A new sign-in tells of itself; the server need not be asked until then.
  if (end.for !== 'sign-in') timer = window.setTimeout(() => void deliver(store), milliseconds)
  return end
}
