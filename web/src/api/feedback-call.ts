import { meantFor } from '#core/meant-for.ts'
import { request, type Failure } from './request.ts'

/** Words about the product, or the call for help that Pro has an answer to. */
export type LetterKind = 'feedback' | 'support'

/** A musician's words as they travel; the id makes that they arrive once, however often they are sent. */
export type Letter = {
  readonly id: string
  /** Feedback where it is not said. */
  readonly kind?: LetterKind
  readonly text: string
  readonly language: string
  readonly screen: string
  /** Milliseconds of the device's clock. */
  readonly writtenAt: number
}

/**
 * Sends a musician's words to the operator (POST /api/v1/feedback). The server is told whose they are: the cookie is
 * the browser's, and may by now be somebody else's (rule FB6).
 */
export async function sendFeedback(
  letter: Letter,
  userId: string | null,
): Promise<{ readonly kind: 'sent' } | Failure> {
  const answer = await request('POST', '/api/v1/feedback', letter, meantFor(userId))
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}
