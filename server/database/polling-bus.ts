import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { RevisionCoalescer, RevisionSubscribers, SIGN_IN_SESSION_ENDED } from './revision-bus.ts'
import type { RevisionBus, RevisionNotice } from './revision-bus.ts'
import type { Tables } from './tables.ts'

const POLL_MILLISECONDS = 2000

/**
 * Creates a revision bus that polls the database for new revisions and ended sessions. A revision bus tells all
 * server processes that a user's library has changed. Polling is for databases without LISTEN and NOTIFY, such as
 * CockroachDB or PostgreSQL behind a pooler. Listeners in this process need not wait for the next poll to receive
 * the notices that this process publishes.
 */
export function createPollingRevisionBus(
  db: Kysely<Tables>,
  log: Logger,
  everyMilliseconds = POLL_MILLISECONDS,
): RevisionBus {
  const subscribers = new RevisionSubscribers()
  const told = new Map<string, number>()
  const sessions = new Map<string, string>()
  const notifySubscribers = (notices: Iterable<RevisionNotice>) => {
    for (const [userId, revision] of notices) {
      if (revision !== SIGN_IN_SESSION_ENDED) {
        if (told.get(userId) === revision) continue
        told.set(userId, revision)
      }
      subscribers.notify([[userId, revision]])
    }
  }
  const coalescer = new RevisionCoalescer(notifySubscribers)
  let polling: Promise<void> | null = null
  const timer = setInterval(() => {
    // Skips a poll while the previous one has not been answered.
    polling ??= poll().finally(() => (polling = null))
  }, everyMilliseconds).unref()

  async function poll() {
    const userIds = new Set(subscribers.userIds())
    for (const known of [told, sessions])
      for (const userId of known.keys()) if (!userIds.has(userId)) known.delete(userId)
    try {
      notifySubscribers(changedSessions(await loadSessionDigests(db, [...userIds]), userIds))
      notifySubscribers(await loadRevisions(db, [...userIds]))
    } catch (error) {
      log.warn({ err: error }, 'the revisions could not be polled')
    }
  }

  /** Yields the users whose sessions are no longer those of the previous poll, and those who are new here. */
  function* changedSessions(
    digests: ReadonlyMap<string, string>,
    userIds: ReadonlySet<string>,
  ): Iterable<RevisionNotice> {
    for (const userId of userIds) {
      const digest = digests.get(userId) ?? ''
      if (sessions.get(userId) === digest) continue
      sessions.set(userId, digest)
      yield [userId, SIGN_IN_SESSION_ENDED]
    }
  }

  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    async close() {
      clearInterval(timer)
      coalescer.stop()
      await polling
    },
  }
}

/**
 * Sends all subscribers of a revision bus the notices that they may have missed while there was no connection: the
 * user's current revision, and SIGN_IN_SESSION_ENDED. After the latter, a subscriber checks whether its own session
 * still exists. All subscribers get it, because no table says whose sessions have ended.
 */
export async function catchUpSubscribers(
  db: Kysely<Tables>,
  subscribers: RevisionSubscribers,
): Promise<void> {
  const userIds = subscribers.userIds()
  const revisions = await loadRevisions(db, userIds)
  subscribers.notify(userIds.map(userId => [userId, SIGN_IN_SESSION_ENDED] as const))
  subscribers.notify(revisions)
}

/** Loads the revision of each of these users. The result omits users who have written nothing yet, whose revision is 0. */
async function loadRevisions(db: Kysely<Tables>, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_revision')
    .select(['user_id', 'revision'])
    // An array is one parameter. A list would be planned anew for every length, and is limited to 65,535.
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where('revision', '>', 0)
    .execute()
  return new Map(rows.map(row => [row.user_id, row.revision]))
}

/** Loads a digest of the ids of each user's sessions. The result omits users who have none. */
async function loadSessionDigests(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('session')
    .select(['userId', sql<string>`md5(string_agg(id, ',' order by id))`.as('digest')])
    .where('userId', '=', sql<string>`any(${userIds})`)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(row => [row.userId, row.digest]))
}
