import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
import { type RequestFailure } from './send-request.ts'

/** Kind of a message to the operator: general feedback, or a support request, which is part of Pro. */
export type FeedbackKind = 'feedback' | 'support'

/**
 * A message to the operator of the server, as it is sent. The server recognizes a repeated message by its id and stores
 * it only once.
 */
export type FeedbackMessage = {
  readonly id: string
  /** A missing kind means 'feedback'. */
  readonly kind?: FeedbackKind
  readonly text: string
  readonly language: string
  /** Path of the screen on which the message was written, without ids. */
  readonly screen: string
  /** Time at which the message was written, in milliseconds since 1970 by the device's clock. */
  readonly writtenAt: number
}

/**
 * Sends a message to the operator of the server (POST /api/v1/feedback) with the user's id, or null for a signed-out
 * visitor. The server refuses the message if the session cookie meanwhile belongs to another user (rule FB6).
 */
export async function postFeedback(
  letter: FeedbackMessage,
  userId: string | null,
): Promise<{ readonly kind: 'sent' } | RequestFailure> {
  const answer = await requestApi('POST', '/api/v1/feedback', letter, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}
