import { Hono } from 'hono'
import { figuresOf } from '#server/analytics/figures.ts'
import { textOf } from '#server/analytics/figures-text.ts'
import type { Context } from '#server/context.ts'

/** What was counted on a development machine: the figures of `npm run stats`, and every event (JSON). */
export function eventsRoutes({ database, now }: Context): Hono {
  return new Hono()
    .get('/stats', async exchange => exchange.text(textOf(await figuresOf(database.db, now()))))
    .get('/events.json', async exchange => {
      const rows = await database.db.selectFrom('event').selectAll().orderBy('at').execute()
      return exchange.json(
        rows.map(({ id, user_id, name, parameters, at }) => ({
          ...parameters,
          id,
          userId: user_id,
          name,
          at,
        })),
      )
    })
}
