import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'
import { MOST_EVENTS, usageEvent } from '#core/usage-event.ts'
import type { Context } from '#server/context.ts'
import { whileUserLives } from '#server/identity/living-user.ts'
import { problem } from '#server/problem-response.ts'
import { bodyOf } from '#server/request-body.ts'
import { senderOf } from '#server/sender.ts'

export const eventsRequest = z.strictObject({
  events: z.array(usageEvent).min(1).max(MOST_EVENTS),
  /** The host that the musician has agreed to let these events be passed on to. */
  share: z.string().min(1).max(300).optional(),
})

/** Clocks that are further ahead than this are wrong. */
const CLOCK_TOLERANCE_MILLISECONDS = 5 * 60_000

/** Our own analytics (D12): no third party, no cookie, nothing of whoever asks not to be tracked. */
export function eventsRoutes(context: Context): Hono {
  const { configuration, database, now } = context
  return new Hono().post('/events', async exchange => {
    if (wantsNoCounting(exchange)) return exchange.body(null, 204)
    const request = await bodyOf(exchange, eventsRequest)
    if (request.kind === 'refused') return request.response
    const sender = await senderOf(context, exchange, {
      what: 'events-per-client',
      most: configuration.limits.eventsPerClient,
    })
    if (sender.kind === 'refused') return sender.response
    const { events, share } = request.body
    const sink = configuration.analytics?.host
    const received_at = now()
    const rows = events.map(({ id, name, at, ...parameters }) => ({
      id: id ?? randomUUID(),
      user_id: sender.userId,
      name,
      parameters: JSON.stringify(parameters),
      at: at > received_at + CLOCK_TOLERANCE_MILLISECONDS ? received_at : at,
      received_at,
      // What was agreed to for one host is no word about another one.
      share_with: sink !== undefined && share === sink ? sink : null,
    }))
    const written = await whileUserLives(database.db, sender.userId, db =>
      db
        .insertInto('event')
        .values(rows)
        .onConflict(conflict => conflict.column('id').doNothing())
        .execute(),
    )
    return written.kind === 'gone' ? problem('signed-out') : exchange.body(null, 204)
  })
}

/** Do Not Track and Global Privacy Control, as a browser sends them with every request (rule AN8). */
const wantsNoCounting = (exchange: Exchange) =>
  exchange.req.header('dnt') === '1' || exchange.req.header('sec-gpc') === '1'
