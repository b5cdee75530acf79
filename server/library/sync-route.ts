import { Hono } from 'hono'
import { parseSyncRequest, postSync } from '#core/protocol/sync-protocol.ts'
import type { SyncRequest } from '#core/protocol/sync-protocol.ts'
import { classifyDatabaseError } from '#server/database/database.ts'
import { isClientAbort, jsonResponse, problemResponse } from '#server/http/problem-response.ts'
import { requireUser } from '#server/http/identify-caller.ts'
import { createInMemoryRateLimit } from '#server/http/rate-limit.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { parseJson } from '#server/http/mount-operation.ts'
import type { LibraryContext } from './live-route.ts'
import { runSyncRound } from './sync-round.ts'
import { DEFAULT_USER_QUOTA } from './user-quota.ts'
import type { UserQuota } from './user-quota.ts'

/** Devices wait this long, and a little chance on top, before they ask again. */
const RETRY_SECONDS = 5

/** When to come back after a round whose changes met those of other devices again and again. */
const CONFLICT_SECONDS = 1

/**
 * The options of the sync route. `roundsPerMinute` limits the rounds per user, and `share` limits the rows and changes
 * per user.
 */
export type SyncRouteOptions = {
  roundsPerMinute?: number
  share?: UserQuota
}

/**
 * Route POST /sync, which runs one sync round: receives a device's changes and returns the rows that the device lacks
 * (spec 7, rules LS6, LS19, LS24).
 */
export function syncRoutes(
  context: LibraryContext,
  { roundsPerMinute = Infinity, share = DEFAULT_USER_QUOTA }: SyncRouteOptions = {},
): Hono {
  const { database, identity, log, now } = context
  const waitForRounds = createInMemoryRateLimit(roundsPerMinute)
  const waitForChanges = createInMemoryRateLimit(share.changesPerMinute)
  return new Hono().post(postSync.path, async exchange => {
    try {
      const signedIn = await requireUser(identity, exchange)
      if (signedIn === null) return problemResponse('signed-out')
      const userId = signedIn.user.id
      const soonest = waitForRounds(userId, now())
      if (soonest !== null) return tooMany(soonest)
      const read = requestIn(await exchange.req.text())
      if (read.kind === 'refused') {
        incrementCounter.syncRound('malformed')
        return read.response
      }
      const { request } = read
      const later = waitForChanges(userId, now(), request.changes.length)
      if (later !== null) return tooMany(later)
      const round = await runSyncRound(database.db, log, { userId, request, now: now(), share })
      if (round.kind === 'user-gone') return problemResponse('signed-out')
      if (round.kind === 'exhausted') return tooMany(round.retryAfterSeconds)
      if (round.kind === 'contended') return tooMany(CONFLICT_SECONDS)
      if (round.wrote !== null) database.bus.publish(userId, round.wrote)
      incrementCounter.syncRound('done')
      for (const { status } of round.answer.results) incrementCounter.change(status)
      return jsonResponse(exchange, round.answer)
    } catch (error) {
      if (isClientAbort(error)) throw error
      if (classifyDatabaseError(error) === 'statement-error' && (await database.isReady())) throw error
      log.warn({ err: error }, 'a round could not be done, the database is away')
      incrementCounter.syncRound('unavailable')
      return problemResponse('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    }
  })
}

function tooMany(retryAfterSeconds: number) {
  incrementCounter.syncRound('too-many')
  return problemResponse('too-many-requests', { retryAfterSeconds })
}

function requestIn(
  body: string,
): { kind: 'request'; request: SyncRequest } | { kind: 'refused'; response: Response } {
  const json = parseJson(body)
  if (json.kind === 'malformed') return { kind: 'refused', response: problemResponse('malformed-json') }
  const parsed = parseSyncRequest(json.value)
  switch (parsed.kind) {
    case 'request':
      return parsed
    case 'malformed':
      return { kind: 'refused', response: problemResponse('malformed-request') }
    case 'too-many':
      return { kind: 'refused', response: problemResponse('too-large') }
    case 'too-old':
      return { kind: 'refused', response: problemResponse('client-too-old') }
  }
}
