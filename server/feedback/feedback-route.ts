import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { judgeFeedback, LONGEST_FEEDBACK, tidyFeedback } from '#core/feedback.ts'
import { stripeRoleOf } from '#server/billing/stripe-role.ts'
import type { Context } from '#server/context.ts'
import { counted } from '#server/counters.ts'
import { whileUserLives } from '#server/identity/living-user.ts'
import { plainText } from '#server/plain-text.ts'
import { problem } from '#server/problem-response.ts'
import { bodyOf } from '#server/request-body.ts'
import { senderOf } from '#server/sender.ts'
import { MAIL_LEASE_MILLISECONDS, mailFeedback } from './mail-feedback.ts'

export const feedbackRequest = z.strictObject({
  /** Made on the device, so that words that are sent twice are kept and mailed once. */
  id: z.uuid().optional(),
  /** Feedback where it is not said; support is for who is signed in. */
  kind: z.enum(['feedback', 'support']).optional(),
  text: z
    .string()
    .overwrite(tidyFeedback)
    .refine(text => judgeFeedback(text).kind !== 'empty', { params: { code: 'too-small' } })
    .refine(text => judgeFeedback(text).kind !== 'too-long', { params: { code: 'too-big' } })
    // JSON Schema counts code points, as we do and zod's own length does not.
    .meta({ minLength: 1, maxLength: LONGEST_FEEDBACK }),
  language: plainText().min(1).max(35),
  screen: plainText().min(1).max(200),
  /** When it was written, by the device's clock in milliseconds; words may wait long for a connection. */
  writtenAt: z.int().min(0).optional(),
})

/** What musicians tell us (D11): stored once, and mailed to the operator when there is an OPERATOR_EMAIL. */
export function feedbackRoutes(context: Context): Hono {
  const { configuration, database, log, now } = context
  return new Hono().post('/feedback', async exchange => {
    const request = await bodyOf(exchange, feedbackRequest)
    if (request.kind === 'refused') return request.response
    const sender = await senderOf(context, exchange, {
      what: 'feedback-per-client',
      most: configuration.limits.feedbackPerClient,
    })
    if (sender.kind === 'refused') return sender.response
    const { id, kind = 'feedback', text, language, screen, writtenAt } = request.body
    // Nobody could be answered.
    if (kind === 'support' && sender.userId === null) return problem('signed-out')
    const written = await whileUserLives(database.db, sender.userId, async db =>
      db
        .insertInto('feedback')
        .values({
          id: id ?? randomUUID(),
          user_id: sender.userId,
          kind,
          // The server's word on it, whatever the screen believed, and as it is now.
          from_pro: sender.userId !== null && (await stripeRoleOf(db, sender.userId)) === 'pro',
          text,
          language,
          screen,
          created_at: now(),
          written_at: Math.min(writtenAt ?? now(), now()),
          mailed_at: null,
          mail_due_at: now() + MAIL_LEASE_MILLISECONDS,
        })
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    if (written.kind === 'gone') return problem('signed-out')
    const stored = written.value
    // It is stored already: a mail server out of order is no reason to make the musician write it again.
    if (stored !== undefined) {
      counted.letter(kind)
      void mailFeedback(context, stored.id).catch((error: unknown) =>
        log.error(error, 'feedback could not be mailed'),
      )
    }
    return exchange.body(null, 204)
  })
}
