import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Coalescer, Subscribers } from './bus.ts'
import type { Bus } from './bus.ts'
import type { Tables } from './tables.ts'

const POLL_MILLISECONDS = 2000

/**
 * For databases that cannot notify (a pooler in between, CockroachDB): asks for the revisions of those who listen
 * on this node. What this node publishes itself is heard at once.
 */
export function createPollBus(db: Kysely<Tables>, log: Logger, everyMilliseconds = POLL_MILLISECONDS): Bus {
  const subscribers = new Subscribers()
  const told = new Map<string, number>()
  const tell = (news: ReadonlyMap<string, number>) => {
    for (const [userId, revision] of news) {
      if (told.get(userId) === revision) continue
      told.set(userId, revision)
      subscribers.tell(userId, revision)
    }
  }
  const coalescer = new Coalescer(tell)
  let polling: Promise<void> | null = null
  const timer = setInterval(() => {
    // A slow database is not asked a second time before it has answered.
    polling ??= poll().finally(() => (polling = null))
  }, everyMilliseconds).unref()

  async function poll() {
    const userIds = subscribers.userIds()
    for (const userId of told.keys()) if (!userIds.includes(userId)) told.delete(userId)
    try {
      tell(await revisionsOf(db, userIds))
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

/** The revision of each of these users who has one. */
export async function revisionsOf(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_revision')
    .select(['user_id', 'revision'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(row => [row.user_id, row.revision]))
}
