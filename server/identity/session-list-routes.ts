import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'
import type { Context } from '#server/context.ts'
import { askerOf } from '#server/meant-for.ts'
import { plainText } from '#server/plain-text.ts'
import { problem } from '#server/problem-response.ts'
import { deviceNameOf } from './device-name.ts'
import { endSessions } from './ended-session.ts'

export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.int(),
      lastSeenAt: z.int(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
})

/** Where somebody is signed in, and ending it there (rules ID22, ID23). No token ever leaves the server. */
export function sessionListRoutes({ database, identity, now }: Context): Hono {
  const { db } = database

  async function list(exchange: Exchange): Promise<Response> {
    const signedIn = await askerOf(identity, exchange)
    if (signedIn === null) return problem('signed-out')
    const rows = await db
      .selectFrom('session')
      .select(['id', 'createdAt', 'updatedAt', 'userAgent'])
      .where('userId', '=', signedIn.user.id)
      .where('expiresAt', '>', new Date(now()))
      .orderBy('updatedAt', 'desc')
      .orderBy('id')
      .execute()
    const sessions = rows.map(({ id, createdAt, updatedAt, userAgent }) => ({
      id,
      createdAt: createdAt.getTime(),
      lastSeenAt: updatedAt.getTime(),
      ...deviceNameOf(userAgent),
      current: id === signedIn.sessionId,
    }))
    // This device first: it is the one that everybody recognizes.
    const [here, elsewhere] = [sessions.filter(each => each.current), sessions.filter(each => !each.current)]
    return exchange.json({ sessions: [...here, ...elsewhere] } satisfies z.output<typeof sessionsAnswer>)
  }

  async function end(exchange: Exchange, which: { id: string } | 'elsewhere'): Promise<Response> {
    const signedIn = await askerOf(identity, exchange)
    if (signedIn === null) return problem('signed-out')
    const { user, sessionId } = signedIn
    const sessions =
      which === 'elsewhere' ? { userId: user.id, allBut: sessionId } : { userId: user.id, id: which.id }
    const ended = await endSessions(db, sessions, 'session-revoked')
    if (ended === 0 && which !== 'elsewhere') return problem('not-found')
    // Whoever listens there is looked at again, at once.
    database.bus.publish(user.id, 0)
    return exchange.body(null, 204)
  }

  return new Hono()
    .get('/sessions', list)
    .delete('/sessions', exchange => end(exchange, 'elsewhere'))
    .delete('/sessions/:id', exchange => end(exchange, { id: plainText().parse(exchange.req.param('id')) }))
}
