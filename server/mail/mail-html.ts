import { resolve } from 'node:path'
import { html } from 'hono/html'
import { createInstance } from 'i18next'
import type { TFunction } from 'i18next'
import { closestLanguage, FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import { readLanguages, readTexts } from '#server/locales.ts'

type Escaped = ReturnType<typeof html>

const FONT = "'Nunito Variable',Nunito,'Segoe UI',system-ui,-apple-system,sans-serif"

/**
 * Renders a mail as an HTML page, in the layout that all mails share. Uses tables and inline styles, because mail
 * programs support little else. `body` must be created by Hono's `html`, which escapes all values. `claim` is the app's
 * slogan, which is shown at the bottom.
 */
export async function renderMailHtml(mail: {
  language: string
  title: string
  body: Escaped
  claim: string
}): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="${mail.language}">
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
                    <table role="presentation" cellpadding="0" cellspacing="0">
                      <tr>
                        <td
                          style="font-family:${FONT};font-size:24px;line-height:1.2;font-weight:900;color:#ffffff;padding-right:12px"
                        >
                          Dacapo
                        </td>
                        <td width="3" style="background:#c6d9fb;font-size:0">&nbsp;</td>
                        <td width="4" style="font-size:0">&nbsp;</td>
                        <td width="9" style="background:#c6d9fb;font-size:0">&nbsp;</td>
                      </tr>
                    </table>
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
                    ${mail.claim}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return page.toString()
}

/**
 * Reads the mail texts of all languages in the folder `locales`. Returns a function that returns the language closest
 * to the wanted one, such as 'de' for 'de-AT', otherwise English, and a function that returns the mail text for a key in
 * that language. A text that a language lacks comes in English. The texts do not escape values, so HTML mails must.
 */
export function createMailTexts(locales: string) {
  const languages = readLanguages(locales)
  const texts = createInstance()
  void texts.init({
    initAsync: false,
    fallbackLng: FALLBACK_LANGUAGE,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      languages.map(language => [language, { mail: readTexts(locales, language, 'mail') }]),
    ),
  })
  const closestMailLanguage = (wanted: string): string =>
    closestLanguage(wanted, languages) ?? FALLBACK_LANGUAGE
  const mailTranslator = (wanted: string): TFunction<'mail'> =>
    texts.getFixedT(closestMailLanguage(wanted), 'mail')
  return { closestMailLanguage, mailTranslator }
}

/** The mail texts of this server. */
export const { closestMailLanguage, mailTranslator } = createMailTexts(
  resolve(import.meta.dirname, '../../locales'),
)
