import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { createReconnectingRevisionBus, PING_MILLISECONDS, pingRegularly } from './reconnecting-bus.ts'
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
  return createReconnectingRevisionBus({
    db: options.db,
    subscribers,
    coalescer,
    to: 'the database',
    listen: (isListening, stop) =>
      listenOnce(options, payload => subscribers.notify(parseRevisionNotices(payload)), isListening, stop),
    log: options.log,
  })
}

async function sendNotifications(db: Kysely<Tables>, pairs: readonly RevisionNotice[]): Promise<void> {
  for (let first = 0; first < pairs.length; first += PAIRS_PER_NOTIFICATION) {
    const payload = formatRevisionNotices(pairs.slice(first, first + PAIRS_PER_NOTIFICATION))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
  }
}

/** Listens on one connection until it ends. Throws if it cannot connect. */
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
    // Not "select 1", because a primary that has become a standby refuses this. While an answer is missing, end() closes
    // the socket at once.
    stopPings = pingRegularly(() => client.query(`listen ${CHANNEL}`), end, pingMilliseconds)
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
