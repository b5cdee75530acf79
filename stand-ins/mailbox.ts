import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Mailer } from '#server/mail/mailer.ts'

const KEPT = 100

/**
 * Creates a mailer that sends nothing. It prints each mail and stores the newest 100 in the database. Never imported
 * in production (rule CF4).
 */
export function createMailboxMailer(
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
