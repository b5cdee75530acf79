import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { postFeedback } from '#core/protocol/operations.ts'
import { loadStripeRole } from '#server/billing/billing.ts'
import type { ServerContext } from '#server/context.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { writeUnlessUserDeleted } from '#server/database/statements.ts'
import { mount } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { rateLimitAndFindUserId } from '#server/http/identify-caller.ts'
import { rateLimitPerHour } from '#server/http/rate-limit.ts'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import type { Mail } from '#server/mail/mailer.ts'
import { composeMail, mailTranslator } from '#server/mail/mails.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Job } from '#server/jobs/scheduler.ts'

/** Depends on the user, so that nobody can block another user's feedback by sending its id first. */
const ownId = (id: string, userId: string | null) =>
  createHash('sha256')
    .update(JSON.stringify([userId, id]))
    .digest('base64url')

export function feedbackRoutes(context: ServerContext): Hono {
  const { configuration, database, now } = context
  const routes = new Hono()
  mount(routes, postFeedback, async (exchange, body) => {
    const sender = await rateLimitAndFindUserId(context, exchange, {
      what: 'feedback-per-client',
      allowance: rateLimitPerHour(configuration.limits.feedbackPerClient),
    })
    if (sender instanceof Response) return sender
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
    if (written.value !== undefined) counterIncrementers.feedback(kind)
    return undefined
  })
  return routes
}

const MINUTE = 60_000
const LETTERS_AT_ONCE = 100

export const createFeedbackMailJob = ({
  configuration,
  mailer,
  now,
}: Pick<ServerContext, 'configuration' | 'mailer' | 'now'>): Job => ({
  name: 'feedback-mail',
  everyMilliseconds: MINUTE,
  async run(db, _, hasTime) {
    const to = configuration.operator.email
    if (to === null) return
    for (const { id, email, written_at: writtenAt, from_pro: isPro, ...words } of await loadLetters(db)) {
      if (!hasTime()) return
      const sent = await mailer.send({
        to,
        ...(email !== null && { replyTo: email }),
        messageId: `<feedback-${id}@${new URL(configuration.origin).hostname}>`,
        ...(await renderFeedbackMail({ ...words, isPro, writtenAt, canAnswer: email !== null })),
      })
      if (sent.kind === 'sent')
        await db.updateTable('feedback').set({ mailed_at: now() }).where('id', '=', id).execute()
      // A mail that the mail server refuses does not keep the others waiting.
      else if (sent.because !== 'refused') return
    }
  },
})

const loadLetters = (db: Kysely<Tables>) =>
  db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.user_id')
    .select(['feedback.id', 'kind', 'from_pro', 'text', 'language', 'screen', 'written_at', 'user.email'])
    .where('mailed_at', 'is', null)
    .orderBy('created_at')
    .limit(LETTERS_AT_ONCE)
    .execute()

// The operator's mails are in English, whatever the author's language.
const OPERATOR_LANGUAGE = 'en'

export async function renderFeedbackMail(feedback: {
  kind: 'feedback' | 'support'
  isPro: boolean
  text: string
  language: string
  screen: string
  writtenAt: number
  canAnswer: boolean
}): Promise<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const { kind, isPro, text, language, screen, writtenAt, canAnswer } = feedback
  const t = mailTranslator(OPERATOR_LANGUAGE)
  const isSupport = kind === 'support'
  const title = t(isSupport ? 'support.title' : 'feedback.title')
  const subject = isSupport ? (isPro ? 'support.proSubject' : 'support.subject') : 'feedback.subject'
  const origin = [
    ...(isSupport ? [t(isPro ? 'support.pro' : 'support.free')] : []),
    t('feedback.screen', { screen }),
    t('feedback.language', { language }),
    t('feedback.written', { at: new Date(writtenAt).toISOString() }),
    t(canAnswer ? 'feedback.answer' : 'feedback.noAnswer'),
  ]
  return composeMail(OPERATOR_LANGUAGE, {
    // A line break in the subject could start another header.
    subject: t(subject, { screen: screen.replaceAll(/\s+/g, ' ') }),
    title,
    text: [title, text, origin.join('\n')],
    body: html`<p style="margin:0 0 24px;white-space:pre-wrap">${text}</p>
      ${origin.map(line => html`<p style="margin:0;color:#4c587d">${line}</p>`)}`,
  })
}
