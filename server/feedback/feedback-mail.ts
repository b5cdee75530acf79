import { html } from 'hono/html'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { mailTranslator, renderMailHtml } from '#server/mail/mail-html.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Job } from '#server/jobs/scheduler.ts'

/**
 * Time in milliseconds for which one server process reserves a feedback message in order to mail it. If the mail has
 * not been sent by then, any process may try.
 */
export const FEEDBACK_MAIL_LEASE_MS = 600_000

type MailContext = Pick<ServerContext, 'configuration' | 'database' | 'mailer' | 'now'>

/**
 * Mails a stored feedback message to the operator. The caller must have reserved the message by setting `mail_due_at`
 * to a future time. Returns 'waits' if the mail was not sent: no address is configured, the message was deleted, or
 * sending failed. The feedback mail job then tries again (rule FB9).
 */
export async function sendFeedbackMail(context: MailContext, id: string): Promise<'mailed' | 'waits'> {
  const { configuration, database, mailer, now } = context
  const operator = configuration.operator.email
  if (operator === null) return 'waits'
  const letter = await database.db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.user_id')
    .select(['kind', 'from_pro', 'text', 'language', 'screen', 'written_at', 'user.email'])
    .where('feedback.id', '=', id)
    .executeTakeFirst()
  // The feedback was deleted together with its account.
  if (letter === undefined) return 'waits'
  const { email, written_at: writtenAt, from_pro: isPro, ...words } = letter
  const sent = await mailer.send({
    to: operator,
    ...(email !== null && { replyTo: email }),
    messageId: `<feedback-${id}@${new URL(configuration.origin).hostname}>`,
    ...(await renderFeedbackMail({ ...words, isPro, writtenAt, canAnswer: email !== null })),
  })
  if (sent.kind === 'failed') return 'waits'
  await database.db.updateTable('feedback').set({ mailed_at: now() }).where('id', '=', id).execute()
  return 'mailed'
}

// The operator's mails are in English, whatever the author's language.
const OPERATOR_LANGUAGE = 'en'

/** Renders a user's feedback as a mail to the operator, in English. Escapes the user's text in the HTML part. */
export async function renderFeedbackMail(feedback: {
  kind: 'feedback' | 'support'
  /** Whether the author was a Pro user when the feedback arrived. Shown for support requests only. */
  isPro: boolean
  text: string
  language: string
  screen: string
  writtenAt: number
  /** Whether a reply to this mail reaches the author. */
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
  return {
    // A line break in the subject could start another header.
    subject: t(subject, { screen: screen.replaceAll(/\s+/g, ' ') }),
    text: [title, text, origin.join('\n')].join('\n\n'),
    html: await renderMailHtml({
      language: OPERATOR_LANGUAGE,
      title,
      claim: t('claim'),
      body: html`<p style="margin:0 0 24px;white-space:pre-wrap">${text}</p>
        ${origin.map(line => html`<p style="margin:0;color:#4c587d">${line}</p>`)}`,
    }),
  }
}

const MINUTE = 60_000

/**
 * Creates a job that runs every minute and mails stored feedback messages to the operator if they have not been mailed
 * yet, for example because an earlier attempt failed (rule FB9). It stops at the first failure and tries again later.
 */
export const feedbackMailJob = (
  context: Pick<ServerContext, 'configuration' | 'database' | 'mailer' | 'now'>,
): Job => ({
  name: 'feedback-mail',
  everyMilliseconds: MINUTE,
  async run(db, now, hasTime) {
    if (context.configuration.operator.email === null) return
    while (hasTime()) {
      const letter = await leased(db, now)
      // One failed mail is enough to stop, because the mail server is probably down.
      if (letter === undefined || (await sendFeedbackMail(context, letter.id)) === 'waits') return
    }
  },
})

/** Leases the oldest feedback that is due for mailing. Returns undefined if there is none. */
const leased = (db: Kysely<Tables>, now: number) =>
  db
    .updateTable('feedback')
    .set({ mail_due_at: now + FEEDBACK_MAIL_LEASE_MS })
    .where('mailed_at', 'is', null)
    .where('mail_due_at', '<=', now)
    .where(
      sql<boolean>`id = (select id from feedback where mailed_at is null and mail_due_at <= ${now}
        order by mail_due_at, created_at limit 1)`,
    )
    .returning('id')
    .executeTakeFirst()
