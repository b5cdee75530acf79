import { postFeedback, type FeedbackMessage, type FeedbackKind } from '#web/api/feedback-call.ts'
import { isObject } from '#web/store/is-object.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import { withLock } from '#web/concurrency/with-lock.ts'

/**
 * Result of sending the queued feedback messages. 'all' means that the queue is empty, and 'waits' that messages are
 * left, for the reason `for`. `afterSeconds` is the delay that the server asks for in Retry-After, or null.
 */
export type FeedbackDeliveryResult =
  | { readonly kind: 'all' }
  | { readonly kind: 'waits'; readonly for: FeedbackWaitReason; readonly afterSeconds: number | null }

/**
 * Reason why a feedback message is not sent yet: the server cannot be reached ('signal'), the sign-in has expired
 * ('sign-in'), or the server or this device reports an error ('server').
 */
export type FeedbackWaitReason = 'signal' | 'sign-in' | 'server'

/**
 * A feedback message that the server has rejected, with the reason. It stays stored on this device until the user has
 * seen the reason.
 */
export type RejectedFeedback = {
  readonly id: string
  readonly kind?: FeedbackKind | undefined
  readonly text: string
  readonly because: 'too-long' | 'refused'
}

/**
 * Sends the queued feedback messages, oldest first, and removes each from the queue after the server has acknowledged
 * it. Moves a rejected message to a separate list, so that it does not block the queue. Stops at any other failure
 * (rule FB7).
 */
export const deliverQueuedFeedback = (store: OpenStore): Promise<FeedbackDeliveryResult> =>
  withLock(`dacapo-letters-${store.userId}`, () => deliverAll(store))

async function deliverAll(store: OpenStore): Promise<FeedbackDeliveryResult> {
  for (;;) {
    const [row] = await store.feedbackQueue.oldest(1)
    if (row === undefined) return { kind: 'all' }
    const letter = parseFeedback(row.item)
    const answer = letter === null ? null : await postFeedback(letter, store.userId)
    if (letter === null || answer === null || answer.kind === 'sent') {
      await store.feedbackQueue.remove([row.id])
    } else if (answer.kind === 'problem' && (answer.status === 422 || answer.status === 413)) {
      const isLength = answer.status === 413 || answer.errors.some(({ code }) => code === 'too-big')
      const because = isLength ? 'too-long' : 'refused'
      if (!(await setAside(store, { ...kindOf(letter), id: letter.id, text: letter.text, because })))
        return { kind: 'waits', for: 'server', afterSeconds: null }
      await store.feedbackQueue.remove([row.id])
    } else if (answer.kind === 'problem') {
      const reason = answer.status === 401 ? 'sign-in' : 'server'
      return { kind: 'waits', for: reason, afterSeconds: answer.retryAfterSeconds }
    } else return { kind: 'waits', for: 'signal', afterSeconds: null }
  }
}

/**
 * Resolves to the feedback messages on this device that the server has rejected. Each stays stored until the feedback
 * form shows its text again.
 */
export async function readRejectedFeedback(store: OpenStore): Promise<readonly RejectedFeedback[]> {
  const kept = await store.readPersisted('draft feedback returned')
  return Array.isArray(kept) ? kept.filter(isReturned) : []
}

/**
 * Deletes a rejected feedback message. Called when its text is in the feedback form again, so that the user can edit
 * it.
 */
export async function deleteRejectedFeedback(store: OpenStore, id: string): Promise<void> {
  const rest = (await readRejectedFeedback(store)).filter(letter => letter.id !== id)
  await store.persist('draft feedback returned', rest.length === 0 ? null : rest)
}

async function setAside(store: OpenStore, letter: RejectedFeedback): Promise<boolean> {
  const others = (await readRejectedFeedback(store)).filter(({ id }) => id !== letter.id)
  return store.persist('draft feedback returned', [...others, letter])
}

/** Parses a message stored by this or an earlier version; null if it is invalid. */
function parseFeedback(item: unknown): FeedbackMessage | null {
  if (!isObject(item)) return null
  const { id, text, language, screen, writtenAt } = item
  if (typeof id !== 'string' || typeof text !== 'string' || typeof language !== 'string') return null
  if (typeof screen !== 'string' || typeof writtenAt !== 'number') return null
  return { ...kindOf(item), id, text, language, screen, writtenAt }
}

/** Returns the `kind` field if it is 'support'; no field means feedback. */
const kindOf = ({ kind }: { readonly kind?: unknown }): Pick<FeedbackMessage, 'kind'> =>
  kind === 'support' ? { kind } : {}

const isReturned = (item: unknown): item is RejectedFeedback =>
  isObject(item) && typeof item['id'] === 'string' && typeof item['text'] === 'string'
