import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseSyncRequest } from '#core/sync-protocol.ts'
import type { SyncRequest } from '#core/sync-protocol.ts'
import { failureOf } from '#server/database/failure.ts'
import { problem } from '#server/problem-response.ts'
import type { LibraryContext } from './library-context.ts'
import { syncRound } from './sync-round.ts'

const LARGEST_BODY_BYTES = 1024 * 1024
/** Devices wait this long, and a little chance on top, before they ask again. */
const RETRY_SECONDS = 5

/** POST /sync: one round, push and pull in one (DESIGN §6, rules LS1, LS16). */
export function syncRoutes(context: LibraryContext): Hono {
  const { database, identity, log, now } = context
  const smallBodies = bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: () => problem('too-large') })
  return new Hono().post('/sync', smallBodies, async exchange => {
    try {
      const signedIn = await identity.userOf(exchange.req.raw)
      if (signedIn === null) return problem('signed-out')
      const read = requestIn(await exchange.req.text())
      if (read.kind === 'refused') return read.response
      const userId = signedIn.user.id
      const { answer, wrote } = await syncRound(database.db, log, {
        userId,
        request: read.request,
        now: now(),
      })
      if (wrote !== null) database.bus.publish(userId, wrote)
      return exchange.json(answer)
    } catch (error) {
      if (failureOf(error) === 'objection' && (await database.isReady())) throw error
      log.warn({ err: error }, 'a round could not be done, the database is away')
      return problem('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    }
  })
}

function requestIn(
  body: string,
): { kind: 'request'; request: SyncRequest } | { kind: 'refused'; response: Response } {
  const json = jsonIn(body)
  if (json.kind === 'malformed') return { kind: 'refused', response: problem('malformed-json') }
  const parsed = parseSyncRequest(json.value)
  switch (parsed.kind) {
    case 'request':
      return parsed
    case 'malformed':
      return { kind: 'refused', response: problem('malformed-request') }
    case 'too-many':
      return { kind: 'refused', response: problem('too-large') }
    case 'too-old':
      return { kind: 'refused', response: problem('client-too-old') }
  }
}

function jsonIn(body: string): { kind: 'value'; value: unknown } | { kind: 'malformed' } {
  try {
    return { kind: 'value', value: JSON.parse(body) }
  } catch {
    return { kind: 'malformed' }
  }
}
