import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { MAIL_LEASE_MILLISECONDS, mailFeedback } from '#server/feedback/mail-feedback.ts'
import type { Job } from './scheduler.ts'

const MINUTE = 60_000
/** So few that a mail server that takes its ten seconds for each does not outlast the job's lease. */
const MAILS_AT_ONCE = 20

/** Mails what musicians wrote and no mail server took when they did, until one does (rule FB9). */
export const mailWaitingFeedback = (
  context: Pick<Context, 'configuration' | 'database' | 'mailer' | 'now'>,
): Job => ({
  name: 'feedback-mail',
  everyMilliseconds: MINUTE,
  async run(db, now) {
    if (context.configuration.operator.email === null) return
    for (let mailed = 0; mailed < MAILS_AT_ONCE; mailed += 1) {
      const letter = await leased(db, now)
      // One that could not be mailed tells enough about the others.
      if (letter === undefined || (await mailFeedback(context, letter.id)) === 'waits') return
    }
  },
})

/** The oldest letter that is due, which from now on is ours for a while. */
const leased = (db: Kysely<Tables>, now: number) =>
  db
    .updateTable('feedback')
    .set({ mail_due_at: now + MAIL_LEASE_MILLISECONDS })
    .where('mailed_at', 'is', null)
    .where('mail_due_at', '<=', now)
    .where(
      sql<boolean>`id = (select id from feedback where mailed_at is null and mail_due_at <= ${now}
        order by mail_due_at, created_at limit 1)`,
    )
    .returning('id')
    .executeTakeFirst()
