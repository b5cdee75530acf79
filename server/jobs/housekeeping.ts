import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { LIFETIMES } from '#core/lifetimes.ts'
import type { Tables } from '#server/database/tables.ts'
import { forgetDeleted } from '#server/library/forget-deleted.ts'
import { monthsBefore } from './months-before.ts'
import type { Job } from './scheduler.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** So few that nobody waits long for the rows in between. */
const ROWS_AT_ONCE = 5000

/**
 * Throws away every hour what has run out: links, codes, sessions, counters, events, feedback, mails, numbers of old
 * changes, deleted pieces and sections (rules DB12, LS21). How long each is kept stands in core, where the legal
 * texts read it (rule LG4).
 */
export const housekeeping: Job = {
  name: 'housekeeping',
  everyMilliseconds: HOUR,
  async run(db, now) {
    await db.deleteFrom('sign_in_code').where('expires_at', '<', now).execute()
    await db
      .deleteFrom('rate_limit')
      .where('window_start', '<', now - LIFETIMES.counterHours * HOUR)
      .execute()
    await db.deleteFrom('verification').where('expiresAt', '<', new Date(now)).execute()
    await db.deleteFrom('session').where('expiresAt', '<', new Date(now)).execute()
    await db.deleteFrom('ended_session').where('kept_until', '<', now).execute()
    await db.deleteFrom('event').where('received_at', '<', monthsBefore(now, LIFETIMES.eventMonths)).execute()
    await db
      .deleteFrom('feedback')
      .where('created_at', '<', monthsBefore(now, 12 * LIFETIMES.feedbackYears))
      .execute()
    await db
      .deleteFrom('mailbox')
      .where('at', '<', now - LIFETIMES.mailboxDays * DAY)
      .execute()
    await forgetChanges(db, now - LIFETIMES.changeDays * DAY)
    await forgetDeleted(db, now - LIFETIMES.deletedDays * DAY)
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
