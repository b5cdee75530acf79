import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { notifySubscribersOfCurrentState } from './polling-link.ts'
import { CoalescingNoticeBuffer, parseNotices } from './revision-bus.ts'
import type { NoticeSender, RevisionNotice, RevisionSubscribers } from './revision-bus.ts'
import type { Tables } from './tables.ts'

type Connection = {
  send: (message: string) => Promise<unknown>
  ping: () => Promise<unknown>
  ended: Promise<unknown>
}

type Connect = (receive: (message: string) => void, stop: AbortSignal) => Promise<Connection>

type Options = {
  db: Kysely<Tables>
  log: Logger
  to: string
  connect: Connect
  pingMilliseconds?: number
}

const PING_MILLISECONDS = 5000
const CONNECT_MILLISECONDS = 5000
const MIN_PAUSE_MILLISECONDS = 500
const MAX_PAUSE_MILLISECONDS = 5000
/** PostgreSQL limits a NOTIFY to 8000 bytes, and a notice takes less than 100. */
const NOTICES_PER_MESSAGE = 50

export function openLiveNoticeExchange(options: Options, subscribers: RevisionSubscribers): NoticeSender {
  const { db, log, to, connect, pingMilliseconds = PING_MILLISECONDS } = options
  const ending = new AbortController()
  const unsent = new CoalescingNoticeBuffer()
  let connection: Connection | null = null
  let failures = 0

  async function keepConnected(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await useConnection()
        if (!ending.signal.aborted) log.warn(`the live connection to ${to} was lost`)
      } catch (error) {
        if (!ending.signal.aborted) log.warn({ err: error }, `there is no live connection to ${to}`)
      }
      failures += 1
      await pause(pauseAfter(failures), null, { signal: ending.signal }).catch(() => {})
    }
  }

  async function useConnection(): Promise<void> {
    const useless = new AbortController()
    const stop = AbortSignal.any([ending.signal, useless.signal])
    let opened: Connection | null = null
    let isAnswered = true
    // If a machine is lost, its connections and the attempts to open one do not end by themselves (DB27).
    const timer = setInterval(() => {
      if (!isAnswered) return useless.abort()
      isAnswered = false
      opened?.ping().then(
        () => (isAnswered = true),
        () => {},
      )
    }, pingMilliseconds)
    try {
      opened = await connect(message => subscribers.notify(parseNotices(message)), stop)
      isAnswered = true
      await notifySubscribersOfCurrentState(db, subscribers)
      failures = 0
      connection = opened
      void sendAll(opened)
      await opened.ended
    } finally {
      clearInterval(timer)
      connection = null
      useless.abort()
    }
  }

  async function sendAll({ send }: Connection): Promise<void> {
    const notices = unsent.takeAll()
    for (let first = 0; first < notices.length; first += NOTICES_PER_MESSAGE)
      try {
        await send(JSON.stringify(notices.slice(first, first + NOTICES_PER_MESSAGE)))
      } catch {
        // The loss is logged where the connection is opened again. Sending a notice twice is harmless.
        for (const notice of notices.slice(first)) unsent.add(notice)
        return
      }
  }

  const connected = keepConnected()
  return {
    send(notices: readonly RevisionNotice[]) {
      for (const notice of notices) unsent.add(notice)
      if (connection !== null) void sendAll(connection)
    },
    async close() {
      ending.abort()
      await connected
    },
  }
}

// A random factor, so that nodes do not all reconnect at the same moment.
const pauseAfter = (failures: number) =>
  Math.min(MAX_PAUSE_MILLISECONDS, MIN_PAUSE_MILLISECONDS * 2 ** failures) * (0.5 + Math.random() / 2)

const CHANNEL = 'dacapo_revision'

export const createListenConnector =
  (db: Kysely<Tables>, url: string, applicationName: string): Connect =>
  async (receive, stop) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    const ended = new Promise<void>(resolve => client.once('end', () => resolve()))
    client.on('notification', ({ payload = '' }) => receive(payload))
    // The 'end' event that follows handles the error. Without a listener the process would exit.
    client.on('error', () => {})
    // While an answer is missing, end() closes the socket at once.
    stop.addEventListener('abort', () => void client.end())
    // Not "select 1" as a ping, because a primary that has become a standby refuses this.
    const listen = () => client.query(`listen ${CHANNEL}`)
    // pg never settles connect() if the client was ended meanwhile, but 'end' follows.
    await Promise.race([client.connect(), ended])
    await listen()
    return {
      send: message => sql`select pg_notify(${CHANNEL}, ${message})`.execute(db),
      ping: listen,
      ended,
    }
  }

export const createRedisConnector =
  (url: string): Connect =>
  async (receive, stop) => {
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
    // All databases of a Redis share its channels, and two installations may use the same Redis.
    const channel = `${CHANNEL}_${new URL(url).pathname.slice(1) || '0'}`
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const end = () => {
      client.destroy()
      resolve()
    }
    // Without a listener the process would exit.
    client.on('error', () => {})
    stop.throwIfAborted()
    stop.addEventListener('abort', end)
    const connecting = client.connect()
    // The client cannot be stopped while it opens its socket, which takes five seconds at most.
    void ended.then(() => connecting.then(end, end))
    await Promise.race([connecting, ended])
    client.on('error', end)
    await client.subscribe(channel, message => receive(message))
    return { send: message => client.publish(channel, message), ping: () => client.ping(), ended }
  }
