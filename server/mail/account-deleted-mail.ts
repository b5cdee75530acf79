import { html } from 'hono/html'
import type { Mail } from './mailer.ts'
import { mailHtml } from './mail-html.ts'
import { mailLanguage, mailTexts } from './texts.ts'

/** The last mail: the account is gone, and what to do if somebody else did it (rule DA4). */
export async function accountDeletedMail(language: string): Promise<Omit<Mail, 'to'>> {
  const t = mailTexts(language)
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
    html: await mailHtml({
      language: mailLanguage(language),
      title: t('accountDeleted.title'),
      body,
      claim: t('claim'),
    }),
  }
}
