import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createReconnectingRevisionBus } from './reconnecting-bus.ts'
import { connectRedis } from './redis-connection.ts'
import type { RedisConnection } from './redis-connection.ts'
import { RevisionNoticeCollection, RevisionCoalescer, RevisionSubscribers } from './revision-bus.ts'
import type { RevisionBus, RevisionNotice } from './revision-bus.ts'
import { formatRevisionNotices, parseRevisionNotices } from './revision-notices.ts'
import type { Tables } from './tables.ts'

/** Keeps a message below 50 kB, so that no other one waits long for it. */
const NOTICES_PER_MESSAGE = 500
/** Short, because while Redis is away the database works, and so do the musicians. */
const MAX_PAUSE_MILLISECONDS = 5000
const PING_MILLISECONDS = 5000

type Options = { db: Kysely<Tables>; url: string; log: Logger; pingMilliseconds?: number }

/**
 * Creates a revision bus that uses the pub/sub of Redis or Valkey. A revision bus notifies all server processes
 * that a user's library has changed or a session was ended. Redis does not store notices. While Redis cannot be
 * reached, each server process keeps the notices that it could not publish. After reconnecting, it publishes them,
 * and reads from the database what it has missed from others (rule LS28).
 */
export function createRedisRevisionBus(options: Options): RevisionBus {
  const { db, url, log, pingMilliseconds = PING_MILLISECONDS } = options
  const subscribers = new RevisionSubscribers()
  const unsent = new RevisionNoticeCollection()
  const channel = redisRevisionChannel(url)
  let connected: RedisConnection | null = null

  async function send(connection: RedisConnection, notices: readonly RevisionNotice[]) {
    for (let first = 0; first < notices.length; first += NOTICES_PER_MESSAGE)
      try {
        await connection.publish(
          channel,
          formatRevisionNotices(notices.slice(first, first + NOTICES_PER_MESSAGE)),
        )
      } catch {
        // The connection is lost, which keepConnected logs. Sending a notice twice is harmless.
        for (const notice of notices.slice(first)) unsent.add(...notice)
        return
      }
  }
  const coalescer = new RevisionCoalescer(notices => {
    subscribers.notify(notices)
    for (const notice of notices) unsent.add(...notice)
    if (connected !== null) void send(connected, unsent.takeAll())
  })

  async function listen(isListening: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const connection = await connectRedis(url, pingMilliseconds, signal)
    try {
      await connection.subscribe(channel, message => subscribers.notify(parseRevisionNotices(message)))
      await isListening()
      connected = connection
      void send(connection, unsent.takeAll())
      await connection.ended
    } finally {
      connected = null
      connection.close()
    }
  }

  const connection = { to: 'Redis', listen, maxPauseMilliseconds: MAX_PAUSE_MILLISECONDS, log }
  return createReconnectingRevisionBus({ db, subscribers, coalescer, connection })
}

/**
 * Returns the name of the Redis channel for revision notices. It contains the number of the Redis database, because
 * channels are shared by all databases of a Redis server, and two Dacapo installations may use the same server.
 */
const redisRevisionChannel = (url: string): string =>
  `dacapo_revision_${new URL(url).pathname.slice(1) || '0'}`
