import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { postFeedback } from '#core/protocol/operations.ts'
import { loadStripeRole } from '#server/billing/billing.ts'
import type { ServerContext } from '#server/context.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { writeUnlessUserDeleted } from '#server/database/statements.ts'
import { mount } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { identifyCaller } from '#server/http/identify-caller.ts'

/** Makes an id of a device the sender's own, so that nobody can use up the ids of others. */
const ownId = (id: string, userId: string | null) =>
  createHash('sha256')
    .update(JSON.stringify([userId, id]))
    .digest('base64url')

/**
 * Route POST /feedback, which stores a feedback message, only once even if it is sent again (D11). feedbackMailJob
 * mails it to the operator if OPERATOR_EMAIL is set.
 */
export function feedbackRoutes(context: ServerContext): Hono {
  const { configuration, database, now } = context
  const routes = new Hono()
  mount(routes, postFeedback, async (exchange, body) => {
    const sender = await identifyCaller(context, exchange, {
      what: 'feedback-per-client',
      most: configuration.limits.feedbackPerClient,
    })
    if (sender.kind === 'refused') return sender.response
    const { id, kind = 'feedback', text, language, screen, writtenAt } = body
    // A support request without a user could not be answered.
    if (kind === 'support' && sender.userId === null) return problemResponse('signed-out')
    const receivedAt = now()
    const written = await writeUnlessUserDeleted(database.db, sender.userId, async db =>
      db
        .insertInto('feedback')
        .values({
          id: id === undefined ? randomUUID() : ownId(id, sender.userId),
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
        })
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    if (written.kind === 'gone') return problemResponse('signed-out')
    if (written.value !== undefined) incrementCounter.feedback(kind)
    return undefined
  })
  return routes
}
