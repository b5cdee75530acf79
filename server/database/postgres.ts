import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { LogEvent } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import type { RevisionBus } from './revision-bus.ts'
import type { Database, OpenedDatabase } from './database.ts'
import { classifyDatabaseError } from './database-failure.ts'
import { createFailoverPool } from './failover-pool.ts'
import type { Serving } from './failover-pool.ts'
import { createListenRevisionBus } from './listen-bus.ts'
import { isDatabaseMigrated, migrateDatabase } from './migrate.ts'
import { createPollingRevisionBus } from './polling-bus.ts'
import { createRedisRevisionBus } from './redis-bus.ts'
import type { Tables } from './tables.ts'

type PostgresSettings = {
  url: string
  directUrl: string
  live: Configuration['live']
  migrate: boolean
  applicationName: string
  serving: Serving | null
  onStatement?: ((event: LogEvent) => void) | undefined
}

/** Size of the connection pool: two clients with all the places that they may have in the gate leave some (rule HT85). */
const MOST_CONNECTIONS = 10

const CONNECT_MILLISECONDS = 5000
const READY_MILLISECONDS = 2000

/**
 * Connects to a PostgreSQL server and opens the database. The connection may lead through a pooler in transaction
 * mode, so no statement may rely on the state of a session. Returns 'failed' with a message for the operator if the
 * server cannot be used.
 */
export async function openPostgres(place: PostgresSettings, log: Logger): Promise<OpenedDatabase> {
  const pool = new pg.Pool({
    connectionString: place.url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    application_name: place.applicationName,
    types: parseInt8AsNumber(),
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', error => log.warn({ err: error }, 'a database connection was lost'))
  // The same holds for a connection in use between two statements of a transaction. Its next statement fails anyway.
  pool.on('connect', client => client.on('error', () => {}))
  const failoverPool = createFailoverPool(pool, { mustWrite: place.serving !== null })
  const { onStatement } = place
  const db = new Kysely<Tables>({
    dialect: new PoolerDialect({ pool: failoverPool }),
    ...(onStatement && { log: onStatement }),
  })
  const prepared = await checkAndMigrate(db, place)
  if (prepared.kind === 'failed') {
    await db.destroy()
    return prepared
  }
  // Only from now on: a migration may take as long as it needs.
  if (place.serving !== null) failoverPool.limitStatements(place.serving.statementMilliseconds)
  const bus = createRevisionBus(db, place, log)
  return { kind: 'open', database: postgresDatabase(db, bus, pool) }
}

function createRevisionBus(db: Kysely<Tables>, place: PostgresSettings, log: Logger): RevisionBus {
  const { live, directUrl: url, applicationName } = place
  if (live === 'listen') return createListenRevisionBus({ db, url, applicationName, log })
  return live === 'poll'
    ? createPollingRevisionBus(db, log)
    : createRedisRevisionBus({ db, url: live.url, log })
}

/** Kysely's dialect without the session lock of its migrator; migrate.ts locks within the transaction instead. */
class PoolerDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PoolerAdapter()
  }
}

class PoolerAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

function postgresDatabase(db: Kysely<Tables>, bus: RevisionBus, pool: pg.Pool): Database {
  return {
    kind: 'postgres',
    db,
    bus,
    isReady: () => withTimeout(isDatabaseMigrated(db).catch(() => false)),
    load: () => ({ running: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await bus.close()
      await db.destroy()
    },
  }
}

async function checkAndMigrate(
  db: Kysely<Tables>,
  place: PostgresSettings,
): Promise<{ kind: 'prepared' } | Extract<OpenedDatabase, { kind: 'failed' }>> {
  try {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
    // Any other encoding counts bytes where the rules count characters.
    if (rows[0]?.server_encoding !== 'UTF8') {
      return {
        kind: 'failed',
        message: `${redactedUrl(place.url)} is not encoded in UTF8: create it with encoding 'UTF8'.`,
      }
    }
    const migrated = place.migrate ? await migrateDatabase(db) : null
    return migrated?.kind === 'failed' ? migrated : { kind: 'prepared' }
  } catch (error) {
    return {
      kind: 'failed',
      message: `${redactedUrl(place.url)} cannot be opened: ${failureReason(error)}`,
      isUnavailable: classifyDatabaseError(error) === 'unavailable',
    }
  }
}

/** Returns the address of the database without user and password, for messages. */
function redactedUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} at ${host}`
}

function failureReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(failureReason).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Parses int8 as a number, as PGlite does. Milliseconds and revisions stay far below 2^53. */
function parseInt8AsNumber(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

async function withTimeout(answer: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), READY_MILLISECONDS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
