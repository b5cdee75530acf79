import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { validateFeedback, MAX_FEEDBACK_LENGTH, normalizeFeedback } from '#core/protocol/feedback.ts'
import { loadStripeRole } from '#server/billing/stripe-role.ts'
import type { ServerContext } from '#server/context.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { writeUnlessUserDeleted } from '#server/identity/write-unless-user-deleted.ts'
import { plainTextSchema } from '#server/http/plain-text.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseRequestBody } from '#server/http/request-body.ts'
import { identifyCaller } from '#server/http/identify-caller.ts'
import { FEEDBACK_MAIL_LEASE_MS, sendFeedbackMail } from './send-feedback-mail.ts'

/** Schema of the body of `POST /api/v1/feedback`. */
export const feedbackRequestSchema = z.strictObject({
  /** Generated on the device, so that a message that is sent twice is stored and mailed only once. */
  id: z.uuid().optional(),
  /** 'feedback' by default. Support requests require a signed-in user. */
  kind: z.enum(['feedback', 'support']).optional(),
  text: z
    .string()
    // A character has at most two UTF-16 units. Twice that leaves room for surrounding spaces.
    .max(4 * MAX_FEEDBACK_LENGTH, { abort: true })
    .overwrite(normalizeFeedback)
    .refine(text => validateFeedback(text).kind !== 'empty', { params: { code: 'too-small' } })
    .refine(text => validateFeedback(text).kind !== 'too-long', { params: { code: 'too-big' } })
    // JSON Schema counts code points, as we do; zod's length counts UTF-16 units.
    .meta({ minLength: 1, maxLength: MAX_FEEDBACK_LENGTH }),
  language: plainTextSchema(35).min(1),
  screen: plainTextSchema(200).min(1),
  /** Time of writing by the device's clock, in milliseconds. A message may wait long for a connection. */
  writtenAt: z.int().min(0).optional(),
})

/**
 * Route POST /feedback, which stores a feedback message, only once even if it is sent again (D11). Mails it to the
 * operator if OPERATOR_EMAIL is set.
 */
export function feedbackRoutes(context: ServerContext): Hono {
  const { configuration, database, log, now } = context
  return new Hono().post('/feedback', async exchange => {
    const request = await parseRequestBody(exchange, feedbackRequestSchema)
    if (request.kind === 'refused') return request.response
    const sender = await identifyCaller(context, exchange, {
      what: 'feedback-per-client',
      most: configuration.limits.feedbackPerClient,
    })
    if (sender.kind === 'refused') return sender.response
    const { id, kind = 'feedback', text, language, screen, writtenAt } = request.body
    // A support request without a user could not be answered.
    if (kind === 'support' && sender.userId === null) return problemResponse('signed-out')
    const receivedAt = now()
    const written = await writeUnlessUserDeleted(database.db, sender.userId, async db =>
      db
        .insertInto('feedback')
        .values({
          id: id ?? randomUUID(),
          user_id: sender.userId,
          kind,
          // The plan comes from the server and not from the screen.
          from_pro: sender.userId !== null && (await loadStripeRole(db, sender.userId)) === 'pro',
          text,
          language,
          screen,
          created_at: receivedAt,
          written_at: Math.min(writtenAt ?? receivedAt, receivedAt),
          mailed_at: null,
          mail_due_at: receivedAt + FEEDBACK_MAIL_LEASE_MS,
        })
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    if (written.kind === 'gone') return problemResponse('signed-out')
    const stored = written.value
    // A failed mail is not an error of the request, because the feedback is stored already.
    if (stored !== undefined) {
      incrementCounter.letter(kind)
      void sendFeedbackMail(context, stored.id).catch((error: unknown) =>
        log.error(error, 'feedback could not be mailed'),
      )
    }
    return exchange.body(null, 204)
  })
}
