import { html } from 'hono/html'
import type { Mail } from './mailer.ts'
import { renderMailHtml } from './mail-html.ts'
import { closestMailLanguage, mailTranslator } from './mail-translator.ts'

/**
 * Renders the mail that tells the user that a sign-in method was connected or removed, with advice on what to do if
 * somebody else made the change (rule ID36).
 */
export async function renderSignInMethodChangedMail(given: {
  language: string
  change: 'connected' | 'removed'
  /** The provider's name as shown to users. */
  provider: string
  /** URL of the page that lists the user's sign-in methods and devices. */
  accountUrl: string
}): Promise<Omit<Mail, 'to'>> {
  const { change, provider, accountUrl } = given
  const t = mailTranslator(given.language)
  const texts = {
    subject: t(`signInChanged.${change}.subject`, { provider }),
    done: t(`signInChanged.${change}.done`, { provider }),
    notYou: t(`signInChanged.${change}.notYou`, { provider }),
  }
  const text = [texts.subject, texts.done, `${texts.notYou}\n${accountUrl}`, `Dacapo\n${t('claim')}`].join(
    '\n\n',
  )
  const body = html` <p style="margin:0 0 16px">${texts.done}</p>
    <p style="margin:0 0 8px;color:#4c587d">${texts.notYou}</p>
    <p style="margin:0"><a href="${accountUrl}" style="color:#14224d">${accountUrl}</a></p>`
  return {
    subject: texts.subject,
    text,
    html: await renderMailHtml({
      language: closestMailLanguage(given.language),
      title: texts.subject,
      body,
      claim: t('claim'),
    }),
  }
}
