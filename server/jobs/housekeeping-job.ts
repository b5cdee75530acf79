import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { deleteRowsOfDeletedUsers } from '#server/account/delete-user-rows.ts'
import { deleteOlderRows } from '#server/database/statements.ts'
import { purgeDeletedPiecesAndParts } from '#server/library/purge-deleted-rows.ts'
import type { Job } from './scheduler.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const housekeepingJob: Job = {
  name: 'housekeeping',
  everyMilliseconds: HOUR,
  async run(db, now, hasTime) {
    const kept = RETENTION_PERIODS
    const monthsAgo = (months: number) => subtractMonths(now, months)
    await deleteRowsOfDeletedUsers(db, hasTime)
    await deleteOlderRows(db, ['sign_in_code', 'expires_at'], now, hasTime)
    await deleteOlderRows(db, ['rate_limit', 'window_start'], now - kept.counterHours * HOUR, hasTime)
    await deleteOlderRows(db, ['verification', 'expiresAt'], new Date(now), hasTime)
    await deleteOlderRows(db, ['session', 'expiresAt'], new Date(now), hasTime)
    await deleteOlderRows(db, ['session', 'createdAt'], new Date(now - kept.sessionMostDays * DAY), hasTime)
    await deleteOlderRows(db, ['ended_session', 'kept_until'], now, hasTime)
    await deleteOlderRows(db, ['event', 'received_at'], monthsAgo(kept.eventMonths), hasTime)
    await deleteOlderRows(db, ['feedback', 'created_at'], monthsAgo(12 * kept.feedbackYears), hasTime)
    await deleteOlderRows(db, ['mailbox', 'at'], now - kept.mailboxDays * DAY, hasTime)
    await deleteOlderRows(db, ['sync_change', 'created_at'], now - kept.changeDays * DAY, hasTime)
    await purgeDeletedPiecesAndParts(db, now - kept.deletedDays * DAY, hasTime)
  },
}

export function subtractMonths(now: number, months: number): number {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
