import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { FEEDBACK_MAIL_LEASE_MS, sendFeedbackMail } from '#server/feedback/send-feedback-mail.ts'
import type { Job } from './scheduler.ts'

const MINUTE = 60_000

/**
 * Creates a job that runs every minute and mails stored feedback messages to the operator if they have not been mailed
 * yet, for example because an earlier attempt failed (rule FB9). It stops at the first failure and tries again later.
 */
export const feedbackMailJob = (
  context: Pick<ServerContext, 'configuration' | 'database' | 'mailer' | 'now'>,
): Job => ({
  name: 'feedback-mail',
  everyMilliseconds: MINUTE,
  async run(db, now, hasTime) {
    if (context.configuration.operator.email === null) return
    while (hasTime()) {
      const letter = await leased(db, now)
      // One failed mail is enough to stop, because the mail server is probably down.
      if (letter === undefined || (await sendFeedbackMail(context, letter.id)) === 'waits') return
    }
  },
})

/** Leases the oldest feedback that is due for mailing. Returns undefined if there is none. */
const leased = (db: Kysely<Tables>, now: number) =>
  db
    .updateTable('feedback')
    .set({ mail_due_at: now + FEEDBACK_MAIL_LEASE_MS })
    .where('mailed_at', 'is', null)
    .where('mail_due_at', '<=', now)
    .where(
      sql<boolean>`id = (select id from feedback where mailed_at is null and mail_due_at <= ${now}
        order by mail_due_at, created_at limit 1)`,
    )
    .returning('id')
    .executeTakeFirst()
