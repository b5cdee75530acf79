import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { LogEvent, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import { createListenConnector, createRedisConnector, openLiveNoticeExchange } from './connected-link.ts'
import { classifyDatabaseError, UnusableConnectionError, type OpenDatabaseResult } from './database.ts'
import { isDatabaseMigrated, tryMigrateDatabase } from './migrate.ts'
import { openPollingTransport } from './polling-link.ts'
import { createRevisionBus, type RevisionBus } from './revision-bus.ts'
import type { Tables } from './tables.ts'

type PostgresSettings = {
  url: string
  directUrl: string
  live: Configuration['live']
  migrate: boolean
  applicationName: string
  serving?: ServingOptions | undefined
  onStatement?: ((event: LogEvent) => void) | undefined
}

/** Two IP addresses with four running HTTP requests each (HT84) cannot use up all connections. */
const MOST_CONNECTIONS = 10

const CONNECT_MILLISECONDS = 5000
const READY_MILLISECONDS = 2000

/** Statements must not use session state, because a pooler may run each transaction on another connection. */
export async function openPostgres(place: PostgresSettings, log: Logger): Promise<OpenDatabaseResult> {
  const failure = await checkAndMigrate(place, log)
  if (failure !== null) return failure
  const pool = createPool(place, log, place.serving?.statementMilliseconds)
  const db = createKysely(pool, place.onStatement)
  const bus = openRevisionBus(db, place, log)
  return {
    kind: 'open',
    database: {
      kind: 'postgres',
      db,
      bus,
      isReady: () =>
        Promise.race([
          isDatabaseMigrated(db).catch(() => false),
          pause(READY_MILLISECONDS, false, { ref: false }),
        ]),
      load: () => ({ running: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
      async close() {
        await bus.close()
        await db.destroy()
      },
    },
  }
}

async function checkAndMigrate(
  place: PostgresSettings,
  log: Logger,
): Promise<Extract<OpenDatabaseResult, { kind: 'failed' }> | null> {
  const db = createKysely(createPool(place, log))
  try {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
    // Any other encoding counts bytes where the rules count characters.
    if (rows[0]?.server_encoding !== 'UTF8') {
      const message = `${redactedUrl(place.url)} is not encoded in UTF8: create it with encoding 'UTF8'.`
      return { kind: 'failed', message }
    }
    const migrated = place.migrate ? await tryMigrateDatabase(db) : null
    return migrated?.kind === 'failed' ? migrated : null
  } catch (error) {
    return {
      kind: 'failed',
      message: `${redactedUrl(place.url)} cannot be opened: ${failureReason(error)}`,
      isUnavailable: classifyDatabaseError(error) === 'unavailable',
    }
  } finally {
    await db.destroy()
  }
}

function openRevisionBus(db: Kysely<Tables>, place: PostgresSettings, log: Logger): RevisionBus {
  const { live, directUrl, applicationName } = place
  if (live === 'poll') return createRevisionBus(subscribers => openPollingTransport(db, log, subscribers))
  const [to, connect] =
    live === 'listen'
      ? ['the database', createListenConnector(db, directUrl, applicationName)]
      : ['Redis', createRedisConnector(live.url)]
  return createRevisionBus(subscribers => openLiveNoticeExchange({ db, log, to, connect }, subscribers))
}

/** Connection poolers break Kysely's lock for migrations, so migrate.ts takes another one. */
class PoolerDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PoolerAdapter()
  }
}

class PoolerAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

function redactedUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} at ${host}`
}

function failureReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(failureReason).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function parseInt8AsNumber(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

export type ServingOptions = { statementMilliseconds: number }

function createPool(place: PostgresSettings, log: Logger, statementMilliseconds = 0): pg.Pool {
  const pool = new pg.Pool({
    connectionString: place.url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: statementMilliseconds,
    keepAlive: true,
    application_name: place.applicationName,
    types: parseInt8AsNumber(),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its type does not say so
    ...(place.serving !== undefined && { onConnect: refuseStandby }),
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', error => log.warn({ err: error }, 'a database connection was lost'))
  // A connection between two statements of a transaction needs a listener, too. Its next statement fails anyway.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** A standby's data may be older than the data that a device already has. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on')
    throw new UnusableConnectionError('25006', 'the database is read-only, as a standby is')
}

function createKysely(pool: pg.Pool, onStatement?: (event: LogEvent) => void): Kysely<Tables> {
  const watched: PostgresPool = {
    options: pool.options,
    connect: async () => watchConnection(await pool.connect()),
    end: () => pool.end(),
  }
  return new Kysely<Tables>({
    dialect: new PoolerDialect({ pool: watched }),
    ...(onStatement && { log: onStatement }),
  })
}

/** Drops the connection after a timeout: canceling would confirm a COMMIT even if the standby lacks it. */
function watchConnection(client: PostgresPoolClient): PostgresPoolClient {
  let isUseless = false
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof statement === 'string' ? run<R>(statement, parameters) : client.query(statement)
  }
  async function run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // Kysely rolls back after a failure, also on a connection that was given up.
    if (isUseless) throw new UnusableConnectionError('08003', 'the connection was given up')
    try {
      return await client.query<R>(sql, parameters)
    } catch (error) {
      isUseless = classifyDatabaseError(error) === 'unavailable'
      throw error
    }
  }
  return { query, release: () => client.release(isUseless) }
}
