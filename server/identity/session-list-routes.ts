import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'
import type { ServerContext } from '#server/context.ts'
import { SIGN_IN_SESSION_ENDED } from '#server/database/revision-bus.ts'
import { requireUser } from '#server/http/require-user.ts'
import { toPlainText } from '#server/http/plain-text.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseDeviceName } from './device-name.ts'
import { endSessions } from './ended-session.ts'
import { isRecentSession } from './fresh-session.ts'

/** Schema of the response with the user's sessions, one for each device. Times are in milliseconds. */
export const sessionsResponseSchema = z.object({
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

/**
 * Routes that list the sessions of a user and end them (rules ID22, ID23, ID33). Responses never contain a session
 * token, because it would give access to the account.
 */
export function sessionListRoutes({ database, identity, now }: ServerContext): Hono {
  const { db } = database

  async function list(exchange: Exchange): Promise<Response> {
    const signedIn = await requireUser(identity, exchange)
    if (signedIn === null) return problemResponse('signed-out')
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
      ...parseDeviceName(userAgent),
      current: id === signedIn.sessionId,
    }))
    // This device comes first because everybody recognizes it.
    const [here, elsewhere] = [sessions.filter(each => each.current), sessions.filter(each => !each.current)]
    return exchange.json({ sessions: [...here, ...elsewhere] } satisfies z.output<
      typeof sessionsResponseSchema
    >)
  }

  async function end(exchange: Exchange, which: { id: string } | 'elsewhere'): Promise<Response> {
    const signedIn = await requireUser(identity, exchange)
    if (signedIn === null) return problemResponse('signed-out')
    const { user, sessionId } = signedIn
    const isOwn = which !== 'elsewhere' && which.id === sessionId
    if (!isOwn && !isRecentSession(signedIn, now())) return problemResponse('fresh-session-required')
    const sessions =
      which === 'elsewhere' ? { userId: user.id, allBut: sessionId } : { userId: user.id, id: which.id }
    const ended = await endSessions(db, sessions, 'session-revoked')
    if (ended === 0 && which !== 'elsewhere') return problemResponse('not-found')
    // Makes the open event streams of that session check it again at once.
    database.bus.publish(user.id, SIGN_IN_SESSION_ENDED)
    return exchange.body(null, 204)
  }

  return new Hono()
    .get('/sessions', list)
    .delete('/sessions', exchange => end(exchange, 'elsewhere'))
    .delete('/sessions/:id', exchange => end(exchange, { id: toPlainText(exchange.req.param('id')) }))
}
