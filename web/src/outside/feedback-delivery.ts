import { sendFeedback, type Letter, type LetterKind } from '#web/api/feedback-call.ts'
import { isObject } from '#web/api/request.ts'
import type { OpenStore } from '#web/store/current-store.ts'
import { withLock } from '#web/store/with-lock.ts'

/** How a delivery ended: nothing waits any more, or the rest has to wait, and for what. */
export type Delivered =
  | { readonly kind: 'all' }
  | { readonly kind: 'waits'; readonly for: Reason; readonly afterSeconds: number | null }

/** What a letter waits for: a connection, a new sign-in, or a server that takes it. */
export type Reason = 'signal' | 'sign-in' | 'server'

/** A letter that the server will never take, kept until the musician has seen why. */
export type ReturnedLetter = {
  readonly id: string
  readonly kind?: LetterKind
  readonly text: string
  readonly because: 'too-long' | 'refused'
}

/**
 * Sends the letters that wait, oldest first; each leaves the queue when the server has said that it has it, and no
 * earlier. What it will never take is set aside with the reason, so that it stands in nobody's way (rule FB7).
 */
export const deliverLetters = (store: OpenStore): Promise<Delivered> =>
  withLock(`dacapo-letters-${store.userId}`, () => deliverAll(store))

async function deliverAll(store: OpenStore): Promise<Delivered> {
  for (;;) {
    const [row] = await store.letters.oldest(1)
    if (row === undefined) return { kind: 'all' }
    const letter = parseLetter(row.item)
    const answer = letter === null ? null : await sendFeedback(letter, store.userId)
    if (letter === null || answer === null || answer.kind === 'sent') {
      await store.letters.remove([row.id])
    } else if (answer.kind === 'problem' && (answer.status === 422 || answer.status === 413)) {
      const isLength = answer.status === 413 || answer.errors.some(({ code }) => code === 'too-big')
      const because = isLength ? 'too-long' : 'refused'
      if (!(await setAside(store, { ...kindOf(letter), id: letter.id, text: letter.text, because })))
        return { kind: 'waits', for: 'server', afterSeconds: null }
      await store.letters.remove([row.id])
    } else if (answer.kind === 'problem') {
      const reason = answer.status === 401 ? 'sign-in' : 'server'
      return { kind: 'waits', for: reason, afterSeconds: answer.retryAfterSeconds }
    } else return { kind: 'waits', for: 'signal', afterSeconds: null }
  }
}

/** The letters that came back. */
export async function returnedLetters(store: OpenStore): Promise<readonly ReturnedLetter[]> {
  const kept = await store.kept('draft feedback returned')
  return Array.isArray(kept) ? kept.filter(isReturned) : []
}

/** Takes a returned letter from the pile: its words are before the musician's eyes. */
export async function forgetReturned(store: OpenStore, id: string): Promise<void> {
  const rest = (await returnedLetters(store)).filter(letter => letter.id !== id)
  await store.keep('draft feedback returned', rest.length === 0 ? null : rest)
}

async function setAside(store: OpenStore, letter: ReturnedLetter): Promise<boolean> {
  const others = (await returnedLetters(store)).filter(({ id }) => id !== letter.id)
  return store.keep('draft feedback returned', [...others, letter])
}

/** A letter as this or an earlier version kept it; null for what is none. */
function parseLetter(item: unknown): Letter | null {
  if (!isObject(item)) return null
  const { id, text, language, screen, writtenAt } = item
  if (typeof id !== 'string' || typeof text !== 'string' || typeof language !== 'string') return null
  if (typeof screen !== 'string' || typeof writtenAt !== 'number') return null
  return { ...kindOf(item), id, text, language, screen, writtenAt }
}

/** What is said of the kind: nothing of feedback. */
const kindOf = ({ kind }: { readonly kind?: unknown }): Pick<Letter, 'kind'> =>
  kind === 'support' ? { kind } : {}

const isReturned = (item: unknown): item is ReturnedLetter =>
  isObject(item) && typeof item['id'] === 'string' && typeof item['text'] === 'string'
