import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { createListenRevisionBus } from '#server/database/listen-bus.ts'
import { connectRedis, createRedisRevisionBus } from '#server/database/redis-bus.ts'
import { formatRevisionNotices } from '#server/database/revision-bus.ts'
import type { RevisionBus } from '#server/database/revision-bus.ts'
import type { Tables } from '#server/database/tables.ts'
import { openDatabaseNode } from '#tests/database/database-on-postgres.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { hasRedis, startRedis } from '#tests/database/redis.ts'
import { silentLogger } from '#tests/sync/library-server.ts'

export const name = 'notices between servers: LISTEN and NOTIFY beside Redis'

/** Servers that publish. They and one more listen, and the notices are counted there. Each has ten connections to PostgreSQL, or one to Redis. */
const PUBLISHERS = 4
const CONNECTIONS = 10
/** Users whose libraries change in one moment. */
const USERS = 100_000
const SINGLE_NOTICES = 20_000
const RUNS = 5

/** How notices travel, and how one that has no company does. */
type Way = { buses: RevisionBus[]; sendOne: (publisher: number) => Promise<unknown> }

/**
 * Notices per second from four servers to a fifth: in company, as servers send those of 50 ms (50 in a NOTIFY, 500 in a
 * message of Redis), and alone in their notification, each sent when the one before it on its connection is
 * acknowledged. PostgreSQL has fsync on. All servers are one process of Node, so both ways could do more. They take
 * turns; medians of five runs.
 */
export async function measure(): Promise<Record<string, number>> {
  if (!hasRedis()) throw new Error('Redis is not installed')
  const [postgres, redis] = [await startPostgres({ fsync: true }), await startRedis()]
  const url = await postgres.createDatabase()
  await (await openDatabaseNode(url)).close()
  const databases = Array.from({ length: PUBLISHERS + 1 }, () => {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  })
  const never = new AbortController().signal
  const connections = await Promise.all(databases.map(() => connectRedis(redis.url, 60_000, never)))
  const one = formatRevisionNotices([[SINGLE, 1]])
  const ways: Record<'listen' | 'redis', Way> = {
    listen: {
      buses: databases.map(db => createListenRevisionBus({ db, url, log: silentLogger })),
      sendOne: async place => {
        const [db] = databases.slice(place)
        if (db !== undefined) await sql`select pg_notify('dacapo_revision', ${one})`.execute(db)
      },
    },
    redis: {
      buses: databases.map(db => createRedisRevisionBus({ db, url: redis.url, log: silentLogger })),
      sendOne: async place => connections[place]?.publish('dacapo_revision_0', one),
    },
  }
  await pause(2000)

  const rates: Record<string, number[]> = {}
  for (let run = 0; run <= RUNS; run += 1)
    for (const way of ['listen', 'redis'] as const) {
      const figures = {
        'in company': await inCompany(ways[way], run + 1),
        alone: await alone(ways[way]),
      }
      // The first run warms up.
      if (run === 0) continue
      for (const [what, rate] of Object.entries(figures)) (rates[`${way} ${what}`] ??= []).push(rate)
    }
  await Promise.all(Object.values(ways).flatMap(({ buses }) => buses.map(bus => bus.close())))
  for (const connection of connections) connection.close()
  await Promise.all(databases.map(db => db.destroy()))
  await Promise.all([postgres.stop(), redis.stop()])

  const median = (key: string) => medianOf(rates[key] ?? [])
  return Object.fromEntries(
    ['in company', 'alone'].flatMap(what => [
      [`notices a second ${what}, LISTEN`, Math.round(median(`listen ${what}`))],
      [`notices a second ${what}, Redis`, Math.round(median(`redis ${what}`))],
      [
        `${what}, Redis to LISTEN`,
        Number((median(`redis ${what}`) / median(`listen ${what}`)).toPrecision(3)),
      ],
    ]),
  )
}

const SINGLE = '0123456789abcdef0123456789abcdef'

/** Publishes a change of every user at once, and returns how many notices a second arrive. */
async function inCompany({ buses }: Way, revision: number): Promise<number> {
  const users = Array.from({ length: USERS }, (_, number) => `user-of-the-bench-${number}`.padEnd(32, '-'))
  const listener = buses.at(-1)
  const allHeard = Promise.withResolvers<void>()
  let missing = USERS
  const leaves = users.map(user =>
    listener?.subscribe(user, heard => {
      if (heard === revision && --missing === 0) allHeard.resolve()
    }),
  )
  const started = performance.now()
  for (const [place, user] of users.entries()) buses[place % PUBLISHERS]?.publish(user, revision)
  await allHeard.promise
  const milliseconds = performance.now() - started
  for (const leave of leaves) leave?.()
  return (1000 * USERS) / milliseconds
}

/** Sends single notices over every connection without a pause, and returns how many a second arrive. */
async function alone({ buses, sendOne }: Way): Promise<number> {
  const allHeard = Promise.withResolvers<void>()
  let heard = 0
  const leave = buses.at(-1)?.subscribe(SINGLE, () => ++heard === SINGLE_NOTICES && allHeard.resolve())
  const perConnection = SINGLE_NOTICES / PUBLISHERS / CONNECTIONS
  const started = performance.now()
  const sending = Array.from({ length: PUBLISHERS * CONNECTIONS }, async (_, place) => {
    for (let sent = 0; sent < perConnection; sent += 1) await sendOne(place % PUBLISHERS)
  })
  await Promise.all([...sending, allHeard.promise])
  const milliseconds = performance.now() - started
  leave?.()
  return (1000 * SINGLE_NOTICES) / milliseconds
}
