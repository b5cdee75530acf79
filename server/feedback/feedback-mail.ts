import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { mailTranslator, renderMailHtml } from '#server/mail/mail-html.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Job } from '#server/jobs/scheduler.ts'

const MINUTE = 60_000
const LETTERS_AT_ONCE = 100

/**
 * Creates a job that runs every minute and mails stored feedback to the operator, each letter until it is out (rule
 * FB9). It stops early if the mail server is away.
 */
export const feedbackMailJob = ({
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
      // A letter that the mail server does not like keeps no other waiting.
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
