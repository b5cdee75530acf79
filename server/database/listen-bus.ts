import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { RevisionCoalescer, RevisionSubscribers } from './revision-bus.ts'
import type { RevisionBus } from './revision-bus.ts'
import { loadRevisions } from './poll-bus.ts'
import type { Tables } from './tables.ts'

const CHANNEL = 'dacapo_revision'
/** A NOTIFY payload is limited to 8000 bytes. A pair of id and revision needs less than 100. */
const PAIRS_PER_NOTIFICATION = 50
const CONNECT_MILLISECONDS = 5000
const MIN_PAUSE_MILLISECONDS = 500
const MAX_PAUSE_MILLISECONDS = 30_000

type Options = { db: Kysely<Tables>; url: string; applicationName?: string; log: Logger }

/**
 * Creates a bus on PostgreSQL's LISTEN and NOTIFY. Each node has its own connection, which must not go through a
 * pooler. Notifications are sent after the commit because NOTIFY within a transaction takes a server-wide lock at
 * commit. After a lost connection all subscribers get the current revision, because notifications may have been missed.
 */
export function createListenBus(options: Options): RevisionBus {
  const subscribers = new RevisionSubscribers()
  const coalescer = new RevisionCoalescer(revisions => {
    notifySubscribers(revisions)
    sendNotifications(options.db, revisions).catch((error: unknown) =>
      options.log.warn({ err: error }, 'other nodes could not be told of a change'),
    )
  })
  const notifySubscribers = (revisions: ReadonlyMap<string, number>) => {
    for (const [userId, revision] of revisions) subscribers.notify(userId, revision)
  }
  const stop = new AbortController()
  const handler = {
    onPayload: (payload: string) => notifySubscribers(parsePayload(payload)),
    catchUp: async () => notifySubscribers(await loadRevisions(options.db, subscribers.userIds())),
  }
  const listening = listenWithReconnect(options, handler, stop.signal)
  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    async close() {
      coalescer.stop()
      stop.abort()
      await listening
    },
  }
}

async function sendNotifications(db: Kysely<Tables>, revisions: ReadonlyMap<string, number>): Promise<void> {
  const pairs = [...revisions]
  for (let first = 0; first < pairs.length; first += PAIRS_PER_NOTIFICATION) {
    const payload = JSON.stringify(pairs.slice(first, first + PAIRS_PER_NOTIFICATION))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
  }
}

function parsePayload(payload: string): Map<string, number> {
  const pairs: unknown = JSON.parse(payload)
  return new Map(Array.isArray(pairs) ? pairs : [])
}

type NotificationHandler = { onPayload: (payload: string) => void; catchUp: () => Promise<void> }

/** Keeps one connection listening until `stop` is aborted. Reconnects after a loss. */
async function listenWithReconnect(
  options: Options,
  handler: NotificationHandler,
  stop: AbortSignal,
): Promise<void> {
  const { log } = options
  let failures = 0
  while (!stop.aborted) {
    try {
      const catchUp = failures === 0 ? noop : handler.catchUp
      await listenOnce(options, { onPayload: handler.onPayload, catchUp }, stop)
      failures = 1
      if (!stop.aborted) log.warn('the live connection to the database was lost')
    } catch (error) {
      failures += 1
      if (!stop.aborted) log.warn({ err: error }, 'there is no live connection to the database')
    }
    if (!stop.aborted) await pause(pauseAfter(failures), null, { signal: stop }).catch(noop)
  }
}

/** Listens on one connection until it ends. Throws if it cannot connect. */
async function listenOnce(
  { url, applicationName = 'dacapo' }: Options,
  handler: NotificationHandler,
  stop: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const ended = new Promise<void>(resolve => client.once('end', () => resolve()))
  const end = () => void client.end()
  client.on('notification', notice => handler.onPayload(notice.payload ?? '[]'))
  // The 'end' event that follows handles the error. Without a listener the process would exit.
  client.on('error', () => {})
  stop.addEventListener('abort', end)
  try {
    // pg never settles connect() if the client was ended meanwhile, but 'end' follows.
    await Promise.race([client.connect(), ended])
    if (stop.aborted) return
    await client.query(`listen ${CHANNEL}`)
    await handler.catchUp()
    if (stop.aborted) end()
    await ended
  } finally {
    stop.removeEventListener('abort', end)
    await client.end()
  }
}

// A random factor, so that nodes do not all reconnect at the same moment.
const pauseAfter = (failures: number) =>
  Math.min(MAX_PAUSE_MILLISECONDS, MIN_PAUSE_MILLISECONDS * 2 ** failures) * (0.5 + Math.random() / 2)

const noop = async () => {}
