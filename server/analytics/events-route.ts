import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { clientAddress } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { plainText } from '#server/plain-text.ts'
import { problem } from '#server/problem-response.ts'
import { perHour, take } from '#server/rate-limit.ts'
import { bodyOf } from '#server/request-body.ts'

const at = z.int().min(0)
const method = z.enum(['Google', 'Facebook', 'Twitter', 'Email'])

/** The events of spec 7, each with what belongs to it and nothing else. `at` is in milliseconds. */
export const event = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('session_start'), at }),
  z.strictObject({ name: z.literal('login'), at, method }),
  z.strictObject({ name: z.literal('sign_up'), at, method }),
  z.strictObject({ name: z.literal('page_view'), at, path: plainText().startsWith('/').max(200) }),
  z.strictObject({ name: z.literal('add_piece'), at }),
  z.strictObject({
    name: z.literal('begin_checkout'),
    at,
    currency: z.enum(['EUR', 'USD']),
    value: z.number().min(0).max(1000),
  }),
  z.strictObject({ name: z.literal('start_practice'), at }),
  z.strictObject({ name: z.literal('finish_practice'), at }),
])

export const eventsRequest = z.strictObject({ events: z.array(event).min(1).max(50) })

/** Our own analytics (D12): no third party, no cookie. */
export function eventsRoutes(context: Context): Hono {
  const { configuration, database, identity, now } = context
  return new Hono().post('/events', async exchange => {
    const request = await bodyOf(exchange, eventsRequest)
    if (request.kind === 'refused') return request.response
    const taken = await take(database.db, {
      what: 'events-per-client',
      who: clientAddress(exchange, configuration.trustedProxies),
      allowance: perHour(configuration.limits.eventsPerClient),
      now: now(),
    })
    if (taken.kind === 'exhausted') return problem('too-many-requests', taken)

    const signedIn = await identity.userOf(exchange.req.raw)
    const user_id = signedIn?.user.id ?? null
    const rows = request.body.events.map(({ name, at, ...parameters }) => ({
      id: randomUUID(),
      user_id,
      name,
      parameters: JSON.stringify(parameters),
      at,
      received_at: now(),
    }))
    await database.db.insertInto('event').values(rows).execute()
    return exchange.body(null, 204)
  })
}
