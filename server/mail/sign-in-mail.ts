import { html } from 'hono/html'
import { LINK_SECONDS } from '#core/sign-in.ts'
import type { Mail } from './mailer.ts'
import { mailHtml } from './mail-html.ts'
import { mailLanguage, mailTexts } from './texts.ts'

/** The mail with which someone signs in: a link, and the same as six digits to type on another device. */
export async function signInMail(given: {
  language: string
  link: string
  code: string
}): Promise<Omit<Mail, 'to'>> {
  const { link, code } = given
  const t = mailTexts(given.language)
  const validity = t('signIn.validity', { minutes: LINK_SECONDS / 60 })
  const text = [
    t('signIn.title'),
    `${t('signIn.link')}\n${link}`,
    `${t('signIn.code')}\n${code}`,
    validity,
    t('signIn.ignore'),
    `Dacapo\n${t('claim')}`,
  ].join('\n\n')
  const body = html` <p style="margin:0 0 16px">${t('signIn.link')}</p>
    <p style="margin:0 0 32px">
      <a
        href="${link}"
        style="display:inline-block;padding:14px 32px;border-radius:12px;background:#14224d;color:#ffffff;font-weight:800;text-decoration:none"
        >${t('signIn.button')}</a
      >
    </p>
    <p style="margin:0 0 8px">${t('signIn.code')}</p>
    <p
      style="margin:0 0 32px;font-size:40px;line-height:1.2;font-weight:900;letter-spacing:8px;color:#14224d"
    >
      ${code}
    </p>
    <p style="margin:0 0 8px">${validity}</p>
    <p style="margin:0;color:#4c587d">${t('signIn.ignore')}</p>`
  return {
    subject: t('signIn.subject'),
    text,
    html: await mailHtml({
      language: mailLanguage(given.language),
      title: t('signIn.title'),
      body,
      claim: t('claim'),
    }),
  }
}
