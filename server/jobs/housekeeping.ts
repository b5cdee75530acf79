import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Job } from './scheduler.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The longest window that a limit counts in is an hour; a day is on the safe side. */
const LIMITS_KEPT = DAY
/** By then every device has heard that its change was applied; applying it again would do no harm (rule LS4). */
const CHANGES_KEPT = 90 * DAY
/** What musicians do is kept for 13 months (D12), rounded up. */
const EVENTS_KEPT = 396 * DAY
/** Of a development machine; the link in it is good for 15 minutes. */
const MAILS_KEPT = 7 * DAY
/** So few that nobody waits long for the rows in between. */
const ROWS_AT_ONCE = 5000

/** Throws away every hour what has run out: links, codes, sessions, counters, events, mails, numbers of old changes (rule DB12). */
export const housekeeping: Job = {
  name: 'housekeeping',
  everyMilliseconds: HOUR,
  async run(db, now) {
    await db.deleteFrom('sign_in_code').where('expires_at', '<', now).execute()
    await db
      .deleteFrom('rate_limit')
      .where('window_start', '<', now - LIMITS_KEPT)
      .execute()
    await db.deleteFrom('verification').where('expiresAt', '<', new Date(now)).execute()
    await db.deleteFrom('session').where('expiresAt', '<', new Date(now)).execute()
    await db
      .deleteFrom('event')
      .where('received_at', '<', now - EVENTS_KEPT)
      .execute()
    await db
      .deleteFrom('mailbox')
      .where('at', '<', now - MAILS_KEPT)
      .execute()
    await forgetChanges(db, now - CHANGES_KEPT)
  },
}

async function forgetChanges(db: Kysely<Tables>, before: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('sync_change')
      .where(sql<boolean>`(user_id, id) in (
        select user_id, id from sync_change where created_at < ${before} limit ${ROWS_AT_ONCE})`)
      .executeTakeFirstOrThrow()
    if (numDeletedRows < ROWS_AT_ONCE) return
  }
}
