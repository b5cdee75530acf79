import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { Coalescer, Subscribers } from './bus.ts'
import type { Bus } from './bus.ts'
import { revisionsOf } from './poll-bus.ts'
import type { Tables } from './tables.ts'

const CHANNEL = 'dacapo_revision'
/** PostgreSQL takes 8000 bytes; a pair of id and revision needs less than 100. */
const PAIRS_PER_NOTICE = 50
const CONNECT_MILLISECONDS = 5000
const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 30_000

type Options = { db: Kysely<Tables>; url: string; log: Logger }

/**
 * LISTEN and NOTIFY between nodes, on one connection of its own per node that must not go through a pooler. Notices
 * are sent after the commit, because NOTIFY within a transaction takes a lock over the whole server at commit.
 * After a lost connection everyone who listens is told the revision of now, since notices may have been missed.
 */
export function createListenBus(options: Options): Bus {
  const subscribers = new Subscribers()
  const coalescer = new Coalescer(news => {
    tell(news)
    send(options.db, news).catch((error: unknown) =>
      options.log.warn({ err: error }, 'other nodes could not be told of a change'),
    )
  })
  const tell = (news: ReadonlyMap<string, number>) => {
    for (const [userId, revision] of news) subscribers.tell(userId, revision)
  }
  const stop = new AbortController()
  const ear = {
    hear: (payload: string) => tell(parseNews(payload)),
    catchUp: async () => tell(await revisionsOf(options.db, subscribers.userIds())),
  }
  const listening = listenForever(options, ear, stop.signal)
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

async function send(db: Kysely<Tables>, news: ReadonlyMap<string, number>): Promise<void> {
  const pairs = [...news]
  for (let first = 0; first < pairs.length; first += PAIRS_PER_NOTICE) {
    const payload = JSON.stringify(pairs.slice(first, first + PAIRS_PER_NOTICE))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
  }
}

function parseNews(payload: string): Map<string, number> {
  const pairs: unknown = JSON.parse(payload)
  return new Map(Array.isArray(pairs) ? pairs : [])
}

type Ear = { hear: (payload: string) => void; catchUp: () => Promise<void> }

/** Keeps one connection listening until it is told to stop, and opens a new one whenever it is lost. */
async function listenForever({ url, log }: Options, ear: Ear, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    try {
      await listenOnce(url, { hear: ear.hear, catchUp: failures === 0 ? nothing : ear.catchUp }, stop)
      failures = 1
      if (!stop.aborted) log.warn('the live connection to the database was lost')
    } catch (error) {
      failures += 1
      if (!stop.aborted) log.warn({ err: error }, 'there is no live connection to the database')
    }
    if (!stop.aborted) await pause(pauseAfter(failures), null, { signal: stop }).catch(nothing)
  }
}

/** Listens on one connection until it ends, or throws when there is none to be had. */
async function listenOnce(url: string, ear: Ear, stop: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const ended = new Promise<void>(resolve => client.once('end', () => resolve()))
  const end = () => void client.end()
  client.on('notification', notice => ear.hear(notice.payload ?? '[]'))
  // What it means is told by the end that follows; without a listener the process would end.
  client.on('error', () => {})
  stop.addEventListener('abort', end)
  try {
    // pg never answers a connect() whose client was ended meanwhile; the end that follows does.
    await Promise.race([client.connect(), ended])
    if (stop.aborted) return
    await client.query(`listen ${CHANNEL}`)
    await ear.catchUp()
    if (stop.aborted) end()
    await ended
  } finally {
    stop.removeEventListener('abort', end)
    await client.end()
  }
}

// Nodes that lost the same database do not all come back in the same moment.
const pauseAfter = (failures: number) =>
  Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** failures) * (0.5 + Math.random() / 2)

const nothing = async () => {}
