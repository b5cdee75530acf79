import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context as Exchange } from 'hono'
import { html } from 'hono/html'
import { closestMailLanguage, mailTranslator } from '#server/mail/mail-translator.ts'

/** HTML in which all inserted texts are escaped, as created by Hono's `html`. */
export type Html = ReturnType<typeof html>
/** Function that returns the translated text for a key in one language. */
export type Translator = ReturnType<typeof mailTranslator>

/** The style sheet of the Stripe stand-in's pages. */
export const STRIPE_PAGE_STYLE = readFileSync(join(import.meta.dirname, 'pages.css'), 'utf8')

/**
 * Returns the language of a page, with a translator for it. The language is `locale`, which the app's server has set
 * for the checkout or portal session. If `locale` is missing or 'auto', it is the browser's language.
 */
export function translatorForRequest(exchange: Exchange, locale: string | null | undefined) {
  const isOpen = locale == null || locale === 'auto'
  const language = closestMailLanguage(isOpen ? (exchange.req.header('accept-language') ?? '') : locale)
  return { language, t: mailTranslator(language) }
}

/**
 * Renders a page that is marked as a page of the stand-in. `leadsTo` is the URL to which the browser is redirected after
 * it has submitted a form of the page. The form-action directive of the page's Content-Security-Policy allows the origin
 * of this URL, because browsers check redirects against it, too.
 */
export function renderPage(
  exchange: Exchange,
  { title, language, t }: { title: string; language: string; t: Translator },
  content: Html,
  { leadsTo, status = 200 }: { leadsTo?: string | null; status?: 200 | 404 } = {},
) {
  const outside = leadsTo != null && URL.canParse(leadsTo) ? ` ${new URL(leadsTo).origin}` : ''
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action 'self'${outside}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const body = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${t('testPayments.mark')}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <header class="mark">${t('testPayments.explanation')}</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
  return exchange.html(body, status, {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
}

/** Renders the page for an unknown URL, with status 404. */
export function renderNotFoundPage(exchange: Exchange) {
  const { language, t } = translatorForRequest(exchange, null)
  const content = html`<section><p>${t('testPayments.missing')}</p></section>`
  return renderPage(exchange, { title: t('testPayments.mark'), language, t }, content, { status: 404 })
}

/** Formats a price with its interval, such as "€19.99 a year". */
export function formatIntervalPrice(
  { unit_amount: amount, currency, recurring }: PriceShown,
  { language, t }: { language: string; t: Translator },
): string {
  const style = { style: 'currency', currency } as const
  const price = new Intl.NumberFormat(language, style).format((amount ?? 0) / 100)
  return t(recurring?.interval === 'year' ? 'testPayments.yearly' : 'testPayments.monthly', { price })
}

type PriceShown = { unit_amount: number | null; currency: string; recurring: { interval: string } | null }
