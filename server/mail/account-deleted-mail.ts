import { html } from 'hono/html'
import type { Mail } from './mailer.ts'
import { renderMailHtml } from './mail-html.ts'
import { closestMailLanguage, mailTranslator } from './mail-translator.ts'

/**
 * Renders the mail that confirms the deletion of an account, with advice on what to do if somebody else deleted it
 * (rule DA4).
 */
export async function renderAccountDeletedMail(language: string): Promise<Omit<Mail, 'to'>> {
  const t = mailTranslator(language)
  const text = [
    t('accountDeleted.title'),
    t('accountDeleted.gone'),
    t('accountDeleted.notYou'),
    `Dacapo\n${t('claim')}`,
  ].join('\n\n')
  const body = html` <p style="margin:0 0 16px">${t('accountDeleted.gone')}</p>
    <p style="margin:0;color:#4c587d">${t('accountDeleted.notYou')}</p>`
  return {
    subject: t('accountDeleted.subject'),
    text,
    html: await renderMailHtml({
      language: closestMailLanguage(language),
      title: t('accountDeleted.title'),
      body,
      claim: t('claim'),
    }),
  }
}
