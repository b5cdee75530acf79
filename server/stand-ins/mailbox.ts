import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Mailer } from '#server/mail/mailer.ts'

const KEPT = 100

/**
 * Stands in for a mail server on a development machine: the mail is printed and kept, newest hundred. Never
 * imported where mails go to people (rule CF4).
 */
export function mailboxMailer(
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
      print(asPrinted({ to, subject, text }))
      return { kind: 'sent' }
    },
  }
}

function asPrinted({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const lines = [`To: ${to}`, subject, '', ...text.split('\n')]
  return `\n${lines.map(line => `  │ ${line}`.trimEnd()).join('\n')}\n`
}
