import { html } from 'hono/html'
import { SIGN_IN_CODE_LIFETIME_SECONDS, SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import type { Mail } from './mailer.ts'
import { join } from 'node:path'
import { createInstance, type TFunction } from 'i18next'
import { findLanguageForTag, FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import { listLanguages, readLocaleFile } from '#server/locales.ts'
import { REPOSITORY_FOLDER } from '#server/settings/configuration.ts'

export async function renderSignInMail(given: {
  language: string
  link: string
  /** Null if too many wrong codes were entered today: then only the link works. */
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
  ]
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
  const subject = code === null ? t('signIn.subjectNoCode') : t('signIn.subject', { code })
  return composeMail(given.language, { subject, title: t('signIn.title'), text, body })
}

const renderCodeHtml = (words: string, code: string) =>
  html`<p style="margin:0 0 8px">${words}</p>
    <p
      style="margin:0 0 32px;font-size:40px;line-height:1.2;font-weight:900;letter-spacing:8px;color:#14224d"
    >
      ${code}
    </p>`

export async function renderSignInMethodChangedMail(given: {
  language: string
  change: 'connected' | 'removed'
  provider: string
  accountUrl: string
}): Promise<Omit<Mail, 'to'>> {
  const { change, provider, accountUrl } = given
  const t = mailTranslator(given.language)
  const subject = t(`signInChanged.${change}.subject`, { provider })
  const done = t(`signInChanged.${change}.done`, { provider })
  const notYou = t(`signInChanged.${change}.notYou`, { provider })
  const body = html` <p style="margin:0 0 16px">${done}</p>
    <p style="margin:0 0 8px;color:#4c587d">${notYou}</p>
    <p style="margin:0"><a href="${accountUrl}" style="color:#14224d">${accountUrl}</a></p>`
  const text = [subject, done, `${notYou}\n${accountUrl}`]
  return composeMail(given.language, { subject, title: subject, text, body })
}

export async function renderAccountDeletedMail(language: string): Promise<Omit<Mail, 'to'>> {
  const t = mailTranslator(language)
  const title = t('accountDeleted.title')
  const text = [title, t('accountDeleted.gone'), t('accountDeleted.notYou')]
  const body = html` <p style="margin:0 0 16px">${t('accountDeleted.gone')}</p>
    <p style="margin:0;color:#4c587d">${t('accountDeleted.notYou')}</p>`
  return composeMail(language, { subject: t('accountDeleted.subject'), title, text, body })
}

const FONT = "'Nunito Variable',Nunito,'Segoe UI',system-ui,-apple-system,sans-serif"

/** `body` must be made with `html`, which escapes inserted values. */
export async function composeMail(
  language: string,
  mail: { subject: string; title: string; text: readonly string[]; body: ReturnType<typeof html> },
): Promise<Omit<Mail, 'to'>> {
  const claim = mailTranslator(language)('claim')
  const page = await html`<!doctype html>
    <html lang="${closestMailLanguage(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${mail.title}</title>
      </head>
      <body style="margin:0;padding:0;background:#f6f4ee">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f4ee">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:480px;background:#ffffff;border-radius:20px;overflow:hidden;font-family:${FONT};font-size:16px;line-height:1.45;color:#14224d"
              >
                <tr>
                  <td style="padding:24px 32px;background:#14224d">
                    <span
                      style="padding-right:4px;font-size:24px;line-height:1.2;font-weight:900;border-right:9px solid #c6d9fb"
                    >
                      <span style="padding-right:12px;border-right:3px solid #c6d9fb;color:#ffffff"
                        >Dacapo</span
                      >
                    </span>
                  </td>
                </tr>
                <tr>
                  <td style="padding:32px">
                    <h1 style="margin:0 0 24px;font-size:24px;line-height:1.2;font-weight:850">
                      ${mail.title}
                    </h1>
                    ${mail.body}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:16px 32px 24px;border-top:1px solid #d9d6cd;font-size:14px;color:#4c587d"
                  >
                    ${claim}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return {
    subject: mail.subject,
    text: [...mail.text, `Dacapo\n${claim}`].join('\n\n'),
    html: page.toString(),
  }
}

const LOCALES = join(REPOSITORY_FOLDER, 'locales')
const languages = listLanguages(LOCALES)
const texts = createInstance()
void texts.init({
  initAsync: false,
  fallbackLng: FALLBACK_LANGUAGE,
  // HTML mails escape inserted values themselves.
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    languages.map(language => [language, { mail: readLocaleFile(LOCALES, language, 'mail') }]),
  ),
})

const closestMailLanguage = (wanted: string) => findLanguageForTag(wanted, languages) ?? FALLBACK_LANGUAGE

export const mailTranslator = (wanted: string): TFunction<'mail'> =>
  texts.getFixedT(closestMailLanguage(wanted), 'mail')
