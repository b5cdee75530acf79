import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Configuration } from '#server/configuration.ts'
import type { Bus } from './bus.ts'
import type { Database, OpenedDatabase } from './database.ts'
import { createListenBus } from './listen-bus.ts'
import { isMigrated, migrate } from './migrate.ts'
import { createPollBus } from './poll-bus.ts'
import type { Tables } from './tables.ts'

type Place = { url: string; directUrl: string; live: Configuration['live']; migrate: boolean }

const CONNECT_MILLISECONDS = 5000
const READY_MILLISECONDS = 2000

/** A PostgreSQL server, perhaps behind a pooler in transaction mode: no statement relies on a session. */
export async function openPostgres(place: Place, log: Logger): Promise<OpenedDatabase> {
  const pool = new pg.Pool({
    connectionString: place.url,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    types: numbersAsNumbers(),
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', error => log.warn({ err: error }, 'a database connection was lost'))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const prepared = await prepare(db, place)
  if (prepared.kind === 'failed') {
    await db.destroy()
    return prepared
  }
  const bus =
    place.live === 'listen' ? createListenBus({ db, url: place.directUrl, log }) : createPollBus(db, log)
  return { kind: 'open', database: postgresDatabase(db, bus) }
}

function postgresDatabase(db: Kysely<Tables>, bus: Bus): Database {
  return {
    kind: 'postgres',
    db,
    bus,
    isReady: () => withinTime(isMigrated(db).catch(() => false)),
    async close() {
      await bus.close()
      await db.destroy()
    },
  }
}

async function prepare(
  db: Kysely<Tables>,
  place: Place,
): Promise<{ kind: 'prepared' } | { kind: 'failed'; message: string }> {
  try {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
    // Anything else counts bytes where the rules count characters.
    if (rows[0]?.server_encoding !== 'UTF8') {
      return {
        kind: 'failed',
        message: `${nameOf(place.url)} is not encoded in UTF8: create it with encoding 'UTF8'.`,
      }
    }
    const migrated = place.migrate ? await migrate(db) : null
    return migrated?.kind === 'failed' ? migrated : { kind: 'prepared' }
  } catch (error) {
    return { kind: 'failed', message: `${nameOf(place.url)} cannot be opened: ${reasonOf(error)}` }
  }
}

/** The database as a message may name it: without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} at ${host}`
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** int8 as a number, as PGlite gives it: milliseconds and revisions stay far below 2^53. */
function numbersAsNumbers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

async function withinTime(answer: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), READY_MILLISECONDS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
