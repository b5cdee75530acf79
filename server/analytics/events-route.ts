import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { postEvents } from '#core/protocol/operations.ts'
import type { ServerContext } from '#server/context.ts'
import { writeUnlessUserDeleted } from '#server/identity/write-unless-user-deleted.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { mount } from '#server/http/mount-operation.ts'
import { limitPerDay, limitPerMinute } from '#server/http/rate-limit.ts'
import { identifyCaller } from '#server/http/identify-caller.ts'

/** Maximum time by which a device's clock may be ahead. */
const CLOCK_TOLERANCE_MILLISECONDS = 5 * 60_000

/**
 * Route POST /events, which stores analytics events in the server's own database (D12). It sets no cookies, and stores
 * nothing if the browser sends Do Not Track or Global Privacy Control.
 */
export function eventsRoutes(context: ServerContext): Hono {
  const { configuration, database, now } = context
  const routes = new Hono()
  mount(routes, postEvents, async (exchange, { events, share }) => {
    if (isTrackingRefused(exchange)) return undefined
    const count = events.length
    const { eventsPerMinute, eventsPerDay } = configuration.limits
    const sender = await identifyCaller(
      context,
      exchange,
      { what: 'events-per-minute', count, allowance: limitPerMinute(eventsPerMinute) },
      { what: 'events-per-day', count, allowance: limitPerDay(eventsPerDay) },
    )
    if (sender.kind === 'refused') return sender.response
    const sink = configuration.analytics?.host
    const received_at = now()
    const rows = events.map(({ name, at, ...parameters }) => ({
      id: randomUUID(),
      user_id: sender.userId,
      name,
      parameters: JSON.stringify(parameters),
      at: at > received_at + CLOCK_TOLERANCE_MILLISECONDS ? received_at : at,
      received_at,
      // Consent for one host does not cover another.
      share_with: sink !== undefined && share === sink ? sink : null,
    }))
    const written = await writeUnlessUserDeleted(database.db, sender.userId, db =>
      db.insertInto('event').values(rows).execute(),
    )
    return written.kind === 'gone' ? problemResponse('signed-out') : undefined
  })
  return routes
}

/** Returns true if the browser sends Do Not Track or Global Privacy Control (rule AN8). */
const isTrackingRefused = (exchange: Exchange) =>
  exchange.req.header('dnt') === '1' || exchange.req.header('sec-gpc') === '1'
