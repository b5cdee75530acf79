import type * as z from 'zod/mini'
import * as operations from '#core/protocol/operations.ts'
import { call } from './call.ts'
import { type RequestFailure } from './send-request.ts'

/** A message to the operator of the server, as it is sent, with the id by which it is stored only once. */
export type FeedbackMessage = z.input<typeof operations.postFeedback.request> & { readonly id: string }

/** Kind of a message to the operator: general feedback, or a support request, which is part of Pro. */
export type FeedbackKind = NonNullable<FeedbackMessage['kind']>

/**
 * Sends a message to the operator of the server with the user's id, or null for a signed-out visitor. The server
 * refuses the message if the session cookie meanwhile belongs to another user (rule FB6).
 */
export async function postFeedback(
  body: FeedbackMessage,
  userId: string | null,
): Promise<{ readonly kind: 'sent' } | RequestFailure> {
  const answer = await call(operations.postFeedback, { userId, body })
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}
