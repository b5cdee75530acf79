import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
import { type RequestFailure } from './send-request.ts'

/** Kind of a message to the operator: general feedback, or a support request, which is part of Pro. */
export type FeedbackKind = 'feedback' | 'support'

/**
 * A message to the operator in the form in which it is sent. The server recognizes a repeated message by its id and
 * stores it only once.
 */
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
 * Sends a message to the operator (POST /api/v1/feedback). Includes the user's id, because the session cookie may
 * already belong to another user (rule FB6).
 */
export async function postFeedback(
  letter: FeedbackMessage,
  userId: string | null,
): Promise<{ readonly kind: 'sent' } | RequestFailure> {
  const answer = await requestApi('POST', '/api/v1/feedback', letter, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}
