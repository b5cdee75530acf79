import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createReconnectingRevisionBus, PING_MILLISECONDS, pingRegularly } from './reconnecting-bus.ts'
import {
  formatRevisionNotices,
  parseRevisionNotices,
  RevisionCoalescer,
  RevisionNoticeCollection,
  RevisionSubscribers,
} from './revision-bus.ts'
import type { RevisionBus, RevisionNotice } from './revision-bus.ts'
import type { Tables } from './tables.ts'

/** Keeps a message below 50 kB, so that no other one waits long for it. */
const NOTICES_PER_MESSAGE = 500

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
        // The connection is lost, which is logged where it is opened anew. Sending a notice twice is harmless.
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

  return createReconnectingRevisionBus({ db, subscribers, coalescer, to: 'Redis', listen, log })
}

/**
 * Returns the name of the Redis channel for revision notices. It contains the number of the Redis database, because
 * channels are shared by all databases of a Redis server, and two Dacapo installations may use the same server.
 */
const redisRevisionChannel = (url: string): string =>
  `dacapo_revision_${new URL(url).pathname.slice(1) || '0'}`

const CONNECT_MILLISECONDS = 5000

/** A connection to Redis or Valkey that can publish and subscribe at the same time. It does not reconnect. */
type RedisConnection = {
  /** Rejects if the connection is lost before Redis has answered. */
  publish: (channel: string, message: string) => Promise<number>
  subscribe: (channel: string, onMessage: (message: string) => void) => Promise<void>
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>
  close: () => void
}

/**
 * Connects to Redis 6 or newer, or Valkey 7.2 or newer, with a redis:// or rediss:// URL. Throws if it cannot connect.
 * Closes the connection if `stop` is aborted. Also pings the server every `pingMilliseconds` and closes the connection
 * if a ping is not answered before the next one. Without pings, a crash of the server's machine would not be noticed,
 * because a crashed machine does not close its connections.
 */
async function connectRedis(
  url: string,
  pingMilliseconds: number,
  stop: AbortSignal,
): Promise<RedisConnection> {
  // Loaded here because only servers whose LIVE names a Redis need it.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    // With version 3 of the protocol a connection that is subscribed can publish, too.
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MILLISECONDS, reconnectStrategy: false },
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let reason: unknown = new Error('The connection was closed')
  // Without a listener for 'error' the process would exit.
  client.on('error', error => {
    reason = error
    close()
  })
  const stopPings = pingRegularly(() => client.ping(), close, pingMilliseconds)
  function close() {
    stopPings()
    stop.removeEventListener('abort', close)
    client.destroy()
    end()
  }
  stop.addEventListener('abort', close)
  const connecting = client.connect().then(() => true)
  // The client cannot be stopped while it opens its socket, which takes five seconds at most.
  void ended.then(() => connecting.then(close, close))
  if (stop.aborted) close()
  const isOpen = await Promise.race([connecting.catch(close), ended])
  if (isOpen !== true) throw reason
  return {
    publish: (channel, message) => client.publish(channel, message),
    subscribe: (channel, onMessage) => client.subscribe(channel, message => onMessage(message)),
    ended,
    close,
  }
}
