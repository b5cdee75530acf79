import { html } from 'hono/html'
import type { Mail } from '#server/mail/mailer.ts'
import { renderMailHtml } from '#server/mail/mail-html.ts'
import { mailTranslator } from '#server/mail/mail-translator.ts'

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
