import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { LONGEST_FEEDBACK } from '#core/feedback.ts'
import { clientAddress } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { plainText } from '#server/plain-text.ts'
import { problem } from '#server/problem-response.ts'
import { perHour, take } from '#server/rate-limit.ts'
import { bodyOf } from '#server/request-body.ts'
import { feedbackMail } from './feedback-mail.ts'

export const feedbackRequest = z.strictObject({
  text: plainText().trim().min(1).max(LONGEST_FEEDBACK),
  language: plainText().min(1).max(35),
  screen: plainText().min(1).max(200),
})

/** What musicians tell us (D11): stored, and mailed to the operator when there is an OPERATOR_EMAIL. */
export function feedbackRoutes(context: Context): Hono {
  const { configuration, database, identity, log, mailer, now } = context
  return new Hono().post('/feedback', async exchange => {
    const request = await bodyOf(exchange, feedbackRequest)
    if (request.kind === 'refused') return request.response
    const taken = await take(database.db, {
      what: 'feedback-per-client',
      who: clientAddress(exchange, configuration.trustedProxies),
      allowance: perHour(configuration.limits.feedbackPerClient),
      now: now(),
    })
    if (taken.kind === 'exhausted') return problem('too-many-requests', taken)

    const signedIn = await identity.userOf(exchange.req.raw)
    const { text, language, screen } = request.body
    await database.db
      .insertInto('feedback')
      .values({
        id: randomUUID(),
        user_id: signedIn?.user.id ?? null,
        text,
        language,
        screen,
        created_at: now(),
      })
      .execute()
    const operator = configuration.operator.email
    if (operator !== null) {
      // It is stored already: a mail server out of order is no reason to make the musician write it again.
      void mailer
        .send({ to: operator, ...(await feedbackMail(request.body)) })
        .catch((error: unknown) => log.error(error, 'feedback could not be mailed'))
    }
    return exchange.body(null, 204)
  })
}
