import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { EventName } from '#core/protocol/usage-event.ts'
import { dayOf } from '#core/library/day.ts'
import type { Day } from '#core/library/day.ts'
import type { Tables } from '#server/database/tables.ts'

/** Number of days, including today, that the usage statistics of `npm run stats` cover. */
export const STATS_DAYS = 30
const DAY_MILLISECONDS = 86_400_000

/**
 * The analytics events that mark the steps of the sign-up funnel, in the order of the steps: from the sign-up to
 * the end of the first practice routine. The usage statistics count how many users reached each step (rule AN12).
 */
export const ACTIVATION_FUNNEL = [
  'sign_up',
  'add_piece',
  'start_practice',
  'finish_practice',
] as const satisfies EventName[]

/**
 * The number of analytics events per day, and the number of new users that reached each step of the sign-up funnel.
 */
export type UsageStats = {
  /** Events per day for the last 30 days, oldest first, including empty days. A day begins at midnight UTC. */
  days: { day: Day; counts: ReadonlyMap<string, number> }[]
  /** The number of users, among those who signed up in these days, that reached each step of ACTIVATION_FUNNEL. */
  funnel: number[]
}

/** Loads the usage statistics of the last 30 days, including today (rule AN12). */
export async function loadUsageStats(db: Kysely<Tables>, now: number): Promise<UsageStats> {
  const today = dayOf(now, 0)
  const first = today - STATS_DAYS + 1
  const from = first * DAY_MILLISECONDS
  const rows = await db
    .selectFrom('event')
    .select(({ fn }) => [
      'name',
      sql<number>`(at / ${sql.lit(DAY_MILLISECONDS)})`.as('day'),
      fn.countAll<number>().as('count'),
    ])
    .where('at', '>=', from)
    .groupBy(['name', 'day'])
    .execute()
  const days = Array.from({ length: STATS_DAYS }, (_, index) => {
    const day = (first + index) as Day
    const counts = new Map(rows.filter(row => row.day === day).map(({ name, count }) => [name, count]))
    return { day, counts }
  })
  return { days, funnel: await loadFunnel(db, from) }
}

/** Returns how many of the users who signed up since `from` have done each step and all steps before it. */
async function loadFunnel(db: Kysely<Tables>, from: number): Promise<number[]> {
  const users = await db
    .selectFrom('event')
    .select('user_id')
    .select(ACTIVATION_FUNNEL.map(name => sql<boolean>`bool_or(name = ${name})`.as(name)))
    .where('user_id', 'in', query =>
      query
        .selectFrom('event')
        .select('user_id')
        .where('name', '=', 'sign_up')
        .where('user_id', 'is not', null)
        .where('at', '>=', from),
    )
    .groupBy('user_id')
    .execute()
  return ACTIVATION_FUNNEL.map(
    (_, step) => users.filter(user => ACTIVATION_FUNNEL.slice(0, step + 1).every(name => user[name])).length,
  )
}
