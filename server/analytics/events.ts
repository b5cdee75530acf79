import { randomUUID } from 'node:crypto'
import { Hono, type Context as Exchange } from 'hono'
import { postEvents } from '#core/protocol/operations.ts'
import type { ServerContext } from '#server/context.ts'
import { writeUnlessUserDeleted } from '#server/database/statements.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { mount } from '#server/http/mount-operation.ts'
import { rateLimitPerDay, rateLimitPerMinute } from '#server/http/rate-limit.ts'
import { rateLimitAndFindUserId } from '#server/http/identify-caller.ts'
import type { AnalyticsSink } from '#server/settings/configuration.ts'
import type { Job } from '#server/jobs/scheduler.ts'

const CLOCK_TOLERANCE_MILLISECONDS = 5 * 60_000

export function usageEventRoutes(context: ServerContext): Hono {
  const { configuration, database, now } = context
  const routes = new Hono()
  mount(routes, postEvents, async (exchange, { events, share }) => {
    if (isTrackingRefused(exchange)) return undefined
    const count = events.length
    const { eventsPerMinute, eventsPerDay } = configuration.limits
    const sender = await rateLimitAndFindUserId(
      context,
      exchange,
      { what: 'events-per-minute', count, allowance: rateLimitPerMinute(eventsPerMinute) },
      { what: 'events-per-day', count, allowance: rateLimitPerDay(eventsPerDay) },
    )
    if (sender instanceof Response) return sender
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

const isTrackingRefused = (exchange: Exchange) =>
  exchange.req.header('dnt') === '1' || exchange.req.header('sec-gpc') === '1'

const MINUTE = 60_000
const BATCH_SIZE = 100
const TIMEOUT_MILLISECONDS = 20_000

/** Sends only events that users agreed to share, and never the user's id (rule AN10). */
export const createEventForwardingJob = (sink: AnalyticsSink): Job => ({
  name: 'forward-events',
  everyMilliseconds: MINUTE,
  async run(db, _now, hasTime) {
    while (hasTime()) {
      const rows = await db
        .selectFrom('event')
        .select(['id', 'name', 'at', 'parameters'])
        .where('share_with', '=', sink.host)
        .orderBy('received_at')
        .limit(BATCH_SIZE)
        .execute()
      if (rows.length === 0) return
      await sendEvents(
        rows.map(({ parameters, ...event }) => ({ ...parameters, ...event })),
        sink,
      )
      const ids = rows.map(({ id }) => id)
      await db.updateTable('event').set({ share_with: null }).where('id', 'in', ids).execute()
    }
  },
})

async function sendEvents(events: readonly object[], { url, host, token }: AnalyticsSink): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ events }),
    // Redirects are not followed because the token must only go to the configured host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${host} does not take the events: it answered ${answer.status}`)
}
