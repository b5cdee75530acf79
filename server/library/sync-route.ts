import { Hono } from 'hono'
import { upcast, type ChangeForms } from '#core/change-forms.ts'
import { parseSyncRequest } from '#core/sync-protocol.ts'
import type { SyncRequest } from '#core/sync-protocol.ts'
import { failureOf } from '#server/database/failure.ts'
import { hasHungUp } from '#server/hung-up.ts'
import { askerOf } from '#server/meant-for.ts'
import { problem } from '#server/problem-response.ts'
import { jsonIn } from '#server/request-body.ts'
import { onlySmallBodies } from '#server/request-guards.ts'
import type { LibraryContext } from './library-context.ts'
import { roundsPerMinute } from './rounds-per-minute.ts'
import { syncRound } from './sync-round.ts'

/** Devices wait this long, and a little chance on top, before they ask again. */
const RETRY_SECONDS = 5

/**
 * POST /sync: one round, push and pull in one (spec 7, rules LS1, LS16). `mostPerMinute` is for one user, `forms` are
 * those that changes have had.
 */
export function syncRoutes(context: LibraryContext, mostPerMinute = Infinity, forms?: ChangeForms): Hono {
  const { database, identity, log, now } = context
  const secondsToWait = roundsPerMinute(mostPerMinute)
  return new Hono().post('/sync', onlySmallBodies, async exchange => {
    try {
      const signedIn = await askerOf(identity, exchange)
      if (signedIn === null) return problem('signed-out')
      const userId = signedIn.user.id
      const retryAfterSeconds = secondsToWait(userId, now())
      if (retryAfterSeconds !== null) return problem('too-many-requests', { retryAfterSeconds })
      const read = requestIn(await exchange.req.text(), forms)
      if (read.kind === 'refused') return read.response
      const round = await syncRound(database.db, log, { userId, request: read.request, now: now() })
      if (round === null) return problem('signed-out')
      const { answer, wrote } = round
      if (wrote !== null) database.bus.publish(userId, wrote)
      return exchange.json(answer)
    } catch (error) {
      if (hasHungUp(error)) throw error
      if (failureOf(error) === 'objection' && (await database.isReady())) throw error
      log.warn({ err: error }, 'a round could not be done, the database is away')
      return problem('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    }
  })
}

function requestIn(
  body: string,
  forms?: ChangeForms,
): { kind: 'request'; request: SyncRequest } | { kind: 'refused'; response: Response } {
  const json = jsonIn(body)
  if (json.kind === 'malformed') return { kind: 'refused', response: problem('malformed-json') }
  const parsed = parseSyncRequest(json.value)
  switch (parsed.kind) {
    case 'request': {
      const changes = parsed.request.changes.map(change => upcast(change, forms))
      // One is enough: none of the others would come in the right order without it.
      if (changes.some(({ kind }) => kind === 'too-old')) return tooOld()
      const today = changes.flatMap(read => (read.kind === 'today' ? [read.change] : []))
      return { kind: 'request', request: { ...parsed.request, changes: today } }
    }
    case 'malformed':
      return { kind: 'refused', response: problem('malformed-request') }
    case 'too-many':
      return { kind: 'refused', response: problem('too-large') }
    case 'too-old':
      return tooOld()
  }
}

const tooOld = () => ({ kind: 'refused' as const, response: problem('client-too-old') })
