import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { ServerContext } from '#server/context.ts'
import { closestMailLanguage, mailTranslator } from '#server/mail/mail-html.ts'
import { problemResponse } from '#server/http/problem-response.ts'

type Texts = ReturnType<typeof mailTranslator>
type Kept = { id: string; to_address: string; subject: string; text: string; html: string; at: number }

/**
 * Creates the routes that show the mails of a development machine, which are stored instead of sent: a page for
 * browsers and JSON for tests.
 */
export function createMailboxRoutes({ database, configuration }: ServerContext): Hono {
  const mails = () => database.db.selectFrom('mailbox').selectAll().orderBy('at', 'desc').execute()
  const style = readFileSync(join(import.meta.dirname, 'mailbox.css'), 'utf8')

  return new Hono()
    .get('/mailbox', async exchange => {
      // Redirects to remove the key from the address and so from the browser's history.
      if (exchange.req.query('key') !== undefined) return exchange.redirect('/dev/mailbox', 303)
      const language = closestMailLanguage(exchange.req.header('accept-language') ?? '')
      return exchange.html(pageOf(await mails(), language))
    })
    .get('/mailbox.css', exchange => exchange.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/mailbox.json', async exchange => {
      // Filters by recipient because a test wants one mail of a long mailbox.
      const to = exchange.req.query('to')
      const list = (await mails()).filter(({ to_address }) => to === undefined || to_address === to)
      return exchange.json(
        list.map(({ to_address, subject, text, html, at }) => ({ to: to_address, subject, text, html, at })),
      )
    })
    .get('/mailbox/:id', async exchange => {
      const mail = (await mails()).find(({ id }) => id === exchange.req.param('id'))
      if (mail === undefined) return problemResponse('not-found')
      // Mails need inline styles. Everything else is forbidden, and the sandbox gives the mail another origin.
      const policy =
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups"
      return exchange.html(mail.html, 200, { 'content-security-policy': policy })
    })

  function pageOf(list: readonly Kept[], language: string) {
    const t = mailTranslator(language)
    return html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${t('mailbox.title')} · Dacapo</title>
          <link rel="icon" href="/icons/icon-any-512.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="/dev/mailbox.css" />
        </head>
        <body>
          <header>
            <h1>${t('mailbox.title')}</h1>
            <p>${t('mailbox.explanation')}</p>
          </header>
          <main>
            ${list.length === 0 ? html`<p class="empty">${t('mailbox.empty')}</p>` : list.map(mail => mailOf(mail, t, language))}
            <p><a href="/signin">${t('mailbox.back')}</a></p>
          </main>
        </body>
      </html>`
  }

  function mailOf(mail: Kept, t: Texts, language: string) {
    const link = mail.text.split(/\s/).find(word => word.startsWith(`${configuration.origin}/confirm?`))
    const code = /\b\d{6}\b/.exec(mail.text)?.[0]
    const at = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(mail.at)
    return html`<article>
      <h2>${mail.subject}</h2>
      <p class="envelope">${t('mailbox.to')} ${mail.to_address} · ${at}</p>
      ${link === undefined ? '' : html`<p><a class="open" href="${link}">${t('mailbox.open')}</a></p>`}
      ${code === undefined ? '' : html`<p class="code"><span>${t('mailbox.code')}</span> <strong>${code}</strong></p>`}
      <pre>${mail.text}</pre>
      <p><a href="/dev/mailbox/${mail.id}">${t('mailbox.look')}</a></p>
    </article>`
  }
}
