import { html } from 'hono/html'
import { SIGN_IN_CODE_LIFETIME_SECONDS, SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import type { Mail } from './mailer.ts'
import { closestMailLanguage, mailTranslator, renderMailHtml } from './mail-html.ts'

/** Renders the sign-in mail, which contains a link and a six-digit code that can be typed instead. */
export async function renderSignInMail(given: {
  language: string
  link: string
  /** Null if too many wrong codes were tried today, so that only the link works. */
  code: string | null
}): Promise<Omit<Mail, 'to'>> {
  const { link, code } = given
  const t = mailTranslator(given.language)
  const validity = t(code === null ? 'signIn.linkValidity' : 'signIn.validity', {
    minutes: SIGN_IN_LINK_LIFETIME_SECONDS / 60,
    codeMinutes: SIGN_IN_CODE_LIFETIME_SECONDS / 60,
  })
  const text = [
    t('signIn.title'),
    `${t('signIn.link')}\n${link}`,
    code === null ? t('signIn.noCode') : `${t('signIn.code')}\n${code}`,
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
    ${code === null ? html`<p style="margin:0 0 32px">${t('signIn.noCode')}</p>` : renderCodeHtml(t('signIn.code'), code)}
    <p style="margin:0 0 8px">${validity}</p>
    <p style="margin:0;color:#4c587d">${t('signIn.ignore')}</p>`
  return {
    subject: t('signIn.subject'),
    text,
    html: await renderMailHtml({
      language: closestMailLanguage(given.language),
      title: t('signIn.title'),
      body,
      claim: t('claim'),
    }),
  }
}

const renderCodeHtml = (words: string, code: string) =>
  html`<p style="margin:0 0 8px">${words}</p>
    <p
      style="margin:0 0 32px;font-size:40px;line-height:1.2;font-weight:900;letter-spacing:8px;color:#14224d"
    >
      ${code}
    </p>`

/**
 * Renders the mail that tells the user that a sign-in method was connected or removed, with advice on what to do if
 * somebody else made the change (rule ID34).
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

/**
 * Renders the mail that confirms the deletion of an account, with advice on what to do if somebody else deleted it
 * (rule DA6).
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
