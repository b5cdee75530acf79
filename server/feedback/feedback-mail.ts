import { html } from 'hono/html'
import type { Mail } from '#server/mail/mailer.ts'
import { mailHtml } from '#server/mail/mail-html.ts'
import { mailTexts } from '#server/mail/texts.ts'

// The operator's mail; who wrote, and in which language, does not change what the operator reads.
const LANGUAGE = 'en'

/** What a musician wrote, for the operator. The text is a stranger's: in the HTML part it is escaped. */
export async function feedbackMail(feedback: {
  kind: 'feedback' | 'support'
  /** Whether whoever wrote it was Pro then; said where it counts, in what asks for support. */
  isPro: boolean
  text: string
  language: string
  screen: string
  writtenAt: number
  /** Whether an answer to this mail reaches the musician. */
  canAnswer: boolean
}): Promise<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const { kind, isPro, text, language, screen, writtenAt, canAnswer } = feedback
  const t = mailTexts(LANGUAGE)
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
    // A line break in a subject would begin another header; no mail needs one.
    subject: t(subject, { screen: screen.replaceAll(/\s+/g, ' ') }),
    text: [title, text, origin.join('\n')].join('\n\n'),
    html: await mailHtml({
      language: LANGUAGE,
      title,
      claim: t('claim'),
      body: html`<p style="margin:0 0 24px;white-space:pre-wrap">${text}</p>
        ${origin.map(line => html`<p style="margin:0;color:#4c587d">${line}</p>`)}`,
    }),
  }
}
