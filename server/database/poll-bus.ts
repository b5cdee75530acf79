import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { RevisionCoalescer, RevisionSubscribers } from './revision-bus.ts'
import type { RevisionBus } from './revision-bus.ts'
import type { Tables } from './tables.ts'

const POLL_MILLISECONDS = 2000

/**
 * Creates a bus that polls the revisions of this node's subscribers, for databases that cannot notify (behind a pooler,
 * CockroachDB). Revisions published on this node are delivered at once.
 */
export function createPollBus(
  db: Kysely<Tables>,
  log: Logger,
  everyMilliseconds = POLL_MILLISECONDS,
): RevisionBus {
  const subscribers = new RevisionSubscribers()
  const told = new Map<string, number>()
  const notifySubscribers = (revisions: ReadonlyMap<string, number>) => {
    for (const [userId, revision] of revisions) {
      if (told.get(userId) === revision) continue
      told.set(userId, revision)
      subscribers.notify(userId, revision)
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
    for (const userId of told.keys()) if (!userIds.has(userId)) told.delete(userId)
    try {
      notifySubscribers(await loadRevisions(db, [...userIds]))
    } catch (error) {
      log.warn({ err: error }, 'the revisions could not be polled')
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

/** Loads the revision of each of these users; users without one are missing from the result. */
export async function loadRevisions(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_revision')
    .select(['user_id', 'revision'])
    // An array is one parameter. A list would be planned anew for every length, and is limited to 65,535.
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute()
  return new Map(rows.map(row => [row.user_id, row.revision]))
}
