import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { request } from './request.ts'
import { type Failure } from './send-request.ts'

/** General feedback, or a support request, which Pro includes. */
export type FeedbackKind = 'feedback' | 'support'

/** A feedback message as it is sent. Its id makes the request idempotent. */
export type FeedbackMessage = {
  readonly id: string
  /** 'feedback' if missing. */
  readonly kind?: FeedbackKind
  readonly text: string
  readonly language: string
  readonly screen: string
  /** Milliseconds of the device's clock. */
  readonly writtenAt: number
}

/**
 * Sends a message to the operator (POST /api/v1/feedback). Names the user, because the browser's cookie may by now
 * belong to somebody else (rule FB6).
 */
export async function postFeedback(
  letter: FeedbackMessage,
  userId: string | null,
): Promise<{ readonly kind: 'sent' } | Failure> {
  const answer = await request('POST', '/api/v1/feedback', letter, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}
