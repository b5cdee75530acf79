import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { createReconnectingRevisionBus } from './reconnecting-bus.ts'
import {
  formatRevisionNotices,
  parseRevisionNotices,
  RevisionCoalescer,
  RevisionSubscribers,
} from './revision-bus.ts'
import type { RevisionBus, RevisionNotice } from './revision-bus.ts'
import type { Tables } from './tables.ts'

const CHANNEL = 'dacapo_revision'
/** A NOTIFY payload is limited to 8000 bytes. A pair of id and revision needs less than 100. */
const PAIRS_PER_NOTIFICATION = 50
const CONNECT_MILLISECONDS = 5000
/** As long as with Redis: a failover takes seconds, and until then a node is deaf to what the others write. */
const MAX_PAUSE_MILLISECONDS = 5000
const PING_MILLISECONDS = 5000

type Options = {
  db: Kysely<Tables>
  url: string
  applicationName?: string
  log: Logger
  pingMilliseconds?: number
}

/**
 * Creates a revision bus that uses PostgreSQL's LISTEN and NOTIFY. A revision bus tells all server processes that a
 * user's library has changed. Each server process has its own connection for LISTEN, which must not go through a
 * pooler. NOTIFY is executed after the commit of a change. Within the transaction, it would lock the whole database
 * server, so that commits would wait for each other.
 */
export function createListenRevisionBus(options: Options): RevisionBus {
  const subscribers = new RevisionSubscribers()
  const coalescer = new RevisionCoalescer(notices => {
    subscribers.notify(notices)
    sendNotifications(options.db, notices).catch((error: unknown) =>
      options.log.warn({ err: error }, 'other nodes could not be told of a change'),
    )
  })
  const connection = {
    to: 'the database',
    listen: (isListening: () => Promise<void>, signal: AbortSignal) =>
      listenOnce(options, payload => subscribers.notify(parseRevisionNotices(payload)), isListening, signal),
    maxPauseMilliseconds: MAX_PAUSE_MILLISECONDS,
    log: options.log,
  }
  return createReconnectingRevisionBus({ db: options.db, subscribers, coalescer, connection })
}

async function sendNotifications(db: Kysely<Tables>, pairs: readonly RevisionNotice[]): Promise<void> {
  for (let first = 0; first < pairs.length; first += PAIRS_PER_NOTIFICATION) {
    const payload = formatRevisionNotices(pairs.slice(first, first + PAIRS_PER_NOTIFICATION))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
  }
}

/**
 * Listens on one connection until it ends. Throws if it cannot connect. Pings, because a machine that vanishes closes
 * no connection: a ping that is not answered before the next one is due ends it (rule DB27).
 */
async function listenOnce(
  { url, applicationName = 'dacapo', pingMilliseconds = PING_MILLISECONDS }: Options,
  onPayload: (payload: string) => void,
  isListening: () => Promise<void>,
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
  client.on('notification', notice => onPayload(notice.payload ?? '[]'))
  // The 'end' event that follows handles the error. Without a listener the process would exit.
  client.on('error', () => {})
  stop.addEventListener('abort', end)
  let stopPings = () => {}
  try {
    // pg never settles connect() if the client was ended meanwhile, but 'end' follows.
    await Promise.race([client.connect(), ended])
    if (stop.aborted) return
    stopPings = pingRegularly(client, pingMilliseconds)
    await client.query(`listen ${CHANNEL}`)
    await isListening()
    if (stop.aborted) end()
    await ended
  } finally {
    stopPings()
    stop.removeEventListener('abort', end)
    await client.end()
  }
}

/** Ends a client that does not answer from one ping to the next. Returns how to stop. */
function pingRegularly(client: pg.Client, everyMilliseconds: number): () => void {
  let isAnswered = true
  const timer = setInterval(() => {
    // While an answer is missing, this closes the socket at once.
    if (!isAnswered) return void client.end()
    isAnswered = false
    // Not "select 1", because a primary that has become a standby refuses this.
    client.query(`listen ${CHANNEL}`).then(
      () => (isAnswered = true),
      () => {},
    )
  }, everyMilliseconds)
  return () => clearInterval(timer)
}
