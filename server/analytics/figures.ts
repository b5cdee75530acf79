import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { EventName } from '#core/usage-event.ts'
import { dayOf } from '#core/day.ts'
import type { Day } from '#core/day.ts'
import type { Tables } from '#server/database/tables.ts'

export const DAYS_SHOWN = 30
const DAY_MILLISECONDS = 86_400_000

/** The way on which a visitor becomes somebody who practices, step by step (rule AN12). */
export const FUNNEL = [
  'sign_up',
  'add_piece',
  'start_practice',
  'finish_practice',
] as const satisfies EventName[]

export type Figures = {
  /** The last 30 days, the oldest first, days without events included. They begin at midnight UTC. */
  days: { day: Day; counts: ReadonlyMap<string, number> }[]
  /** Of the users who signed up in these days, how many went so far, in the order of FUNNEL. */
  funnel: number[]
}

/** What was done in the 30 days that end with today (rule AN12). */
export async function figuresOf(db: Kysely<Tables>, now: number): Promise<Figures> {
  const today = dayOf(now, 0)
  const first = today - DAYS_SHOWN + 1
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
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = (first + index) as Day
    const counts = new Map(rows.filter(row => row.day === day).map(({ name, count }) => [name, count]))
    return { day, counts }
  })
  return { days, funnel: await funnelOf(db, from) }
}

/** How many of the users who signed up since `from` have done each step and all before it. */
async function funnelOf(db: Kysely<Tables>, from: number): Promise<number[]> {
  const users = await db
    .selectFrom('event')
    .select('user_id')
    .select(FUNNEL.map(name => sql<boolean>`bool_or(name = ${name})`.as(name)))
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
  return FUNNEL.map(
    (_, step) => users.filter(user => FUNNEL.slice(0, step + 1).every(name => user[name])).length,
  )
}
