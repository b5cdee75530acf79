import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { PAGE_STYLE, renderPage } from './page.ts'

const KEPT = 100
const MARK =
  'Stand-in for a mail server: what Dacapo would have sent, newest first. It exists on this machine only.'

type Kept = { id: string; to_address: string; subject: string; text: string; html: string; at: number }

export function createDatabaseMailboxMailer(
  db: Kysely<Tables>,
  { print, now }: { print: (text: string) => void; now: () => number },
): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await db
        .insertInto('mailbox')
        .values({ id: randomUUID(), to_address: to, subject, text, html, at: now() })
        .execute()
      const newest = db.selectFrom('mailbox').select('id').orderBy('at', 'desc').limit(KEPT)
      await db.deleteFrom('mailbox').where('id', 'not in', newest).execute()
      const lines = [`To: ${to}`, subject, '', ...text.split('\n')]
      print(`\n${lines.map(line => `  │ ${line}`.trimEnd()).join('\n')}\n`)
      return { kind: 'sent' }
    },
  }
}

export function createMailboxRoutes({ database, configuration }: ServerContext): Hono {
  const mails = () => database.db.selectFrom('mailbox').selectAll().orderBy('at', 'desc').execute()
  const css = { 'content-type': 'text/css; charset=utf-8' }

  return new Hono()
    .get('/mailbox', async exchange => {
      // Redirects to remove the key from the address and so from the browser's history.
      if (exchange.req.query('key') !== undefined) return exchange.redirect('/dev/mailbox', 303)
      const list = await mails()
      const content = html`${list.length === 0 ? html`<p>No mail yet. Ask for a sign-in link first.</p>` : list.map(mailOf)}
        <p><a href="/signin">To the sign-in screen</a></p>`
      return exchange.html(renderPage({ title: 'Mailbox', mark: MARK, style: '/dev/mailbox.css' }, content))
    })
    .get('/mailbox.css', exchange => exchange.body(PAGE_STYLE, 200, css))
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

  function mailOf(mail: Kept) {
    const link = mail.text.split(/\s/).find(word => word.startsWith(`${configuration.origin}/confirm?`))
    const code = /\b\d{6}\b/.exec(mail.text)?.[0]
    const at = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(mail.at)
    return html`<section>
      <h2>${mail.subject}</h2>
      <p>To ${mail.to_address} · ${at}</p>
      ${link === undefined ? '' : html`<p><a class="button first" href="${link}">Open the sign-in link</a></p>`}
      ${code === undefined ? '' : html`<p>Code <strong>${code}</strong></p>`}
      <pre>${mail.text}</pre>
      <p><a href="/dev/mailbox/${mail.id}">As it looks in a mail program</a></p>
    </section>`
  }
}
