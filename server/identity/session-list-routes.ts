import { Hono } from 'hono'
import { deleteOtherSessions, deleteSession, getSessions } from '#core/protocol/operations.ts'
import type { ServerContext } from '#server/context.ts'
import { SIGN_IN_SESSION_ENDED } from '#server/database/revision-bus.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { toPlainText } from '#core/protocol/plain-text.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseDeviceName } from './device-name.ts'
import { endSessions } from './ended-session.ts'
import { isRecentSession } from './fresh-session.ts'
import type { UserSession } from './user-session.ts'

/**
 * Routes that list the sessions of a user and end them (rules ID22, ID23, ID33). Responses never contain a session
 * token, because it would give access to the account.
 */
export function sessionListRoutes({ database, identity, now }: ServerContext): Hono {
  const { db } = database

  const routes = new Hono()

  mountForUser(routes, identity, getSessions, async (_, signedIn) => {
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
    return { sessions: [...here, ...elsewhere] }
  })

  async function end(
    signedIn: UserSession,
    which: { id: string } | 'elsewhere',
  ): Promise<Response | undefined> {
    const { user, sessionId } = signedIn
    const isOwn = which !== 'elsewhere' && which.id === sessionId
    if (!isOwn && !isRecentSession(signedIn, now())) return problemResponse('fresh-session-required')
    const sessions =
      which === 'elsewhere' ? { userId: user.id, allBut: sessionId } : { userId: user.id, id: which.id }
    const ended = await endSessions(db, sessions, 'session-revoked')
    if (ended === 0 && which !== 'elsewhere') return problemResponse('not-found')
    // Makes the open event streams of that session check it again at once.
    database.bus.publish(user.id, SIGN_IN_SESSION_ENDED)
    return undefined
  }

  mountForUser(routes, identity, deleteOtherSessions, (_, signedIn) => end(signedIn, 'elsewhere'))
  mountForUser(routes, identity, deleteSession, (exchange, signedIn) =>
    end(signedIn, { id: toPlainText(exchange.req.param('id') ?? '') }),
  )
  return routes
}
