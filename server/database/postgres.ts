import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { LogEvent, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Configuration } from '#server/settings/configuration.ts'
import { connectToPostgres, connectToRedis, openConnectedLink } from './connected-link.ts'
import { classifyDatabaseError, DatabaseConnectionError } from './database.ts'
import type { Database, OpenedDatabase } from './database.ts'
import { isDatabaseMigrated, migrateDatabase } from './migrate.ts'
import { openPollingLink } from './polling-link.ts'
import { createRevisionBus } from './revision-bus.ts'
import type { RevisionBus } from './revision-bus.ts'
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

/** Size of the connection pool: two clients with all the places that they may have in the gate leave some (rule HT84). */
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
  const bus = openRevisionBus(db, place, log)
  return { kind: 'open', database: postgresDatabase(db, bus, pool) }
}

function openRevisionBus(db: Kysely<Tables>, place: PostgresSettings, log: Logger): RevisionBus {
  const { live, directUrl, applicationName } = place
  if (live === 'poll') return createRevisionBus(subscribers => openPollingLink(db, log, subscribers))
  const [to, connect] =
    live === 'listen'
      ? ['the database', connectToPostgres(directUrl, applicationName)]
      : ['Redis', connectToRedis(live.url)]
  return createRevisionBus(subscribers => openConnectedLink({ db, log, to, connect }, subscribers))
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

/**
 * Requirements of a running server for its PostgreSQL connections. No connection may lead to a standby (rule DB27). A
 * connection whose statement takes longer than `statementMilliseconds` is closed (rule DB8).
 */
export type Serving = { statementMilliseconds: number }

/** A connection pool that keeps working after a failover, in which a standby replaces the PostgreSQL server. */
type FailoverPool = PostgresPool & {
  /**
   * Sets a time limit for statements. A connection whose statement takes longer is closed. There is no limit before the
   * first call (rule DB8).
   */
  limitStatements(milliseconds: number): void
}

/**
 * Wraps a connection pool so that connections are closed instead of used again after a failover has made them useless
 * (rules DB27, DB8). A connection is useless if the database was unavailable or read-only on it, or did not answer in
 * time. If `mustWrite` is true, `connect` rejects a new connection to a standby with a DatabaseConnectionError, because the
 * standby's data may be older than the data that a device already has.
 */
function createFailoverPool(pool: PostgresPool, { mustWrite }: { mustWrite: boolean }): FailoverPool {
  const checked = new WeakSet<PostgresPoolClient>()
  let limit: number | null = null
  return {
    options: pool.options,
    end: () => pool.end(),
    limitStatements(milliseconds) {
      limit = milliseconds
    },
    async connect() {
      const client = await pool.connect()
      const connection = watchConnection(client, () => limit)
      if (!mustWrite || checked.has(client)) return connection
      try {
        await requireWritable(connection)
        checked.add(client)
        return connection
      } catch (error) {
        connection.release(true)
        throw error
      }
    },
  }
}

function watchConnection(client: PostgresPoolClient, limit: () => number | null): PostgresPoolClient {
  let isUseless = false
  let isReleased = false
  function release(destroy = false): void {
    if (isReleased) return
    isReleased = true
    client.release(destroy || isUseless)
  }

  /**
   * Closes the connection instead of canceling the statement. A commit that waits for a standby and is canceled would be
   * reported as done, although only the primary has it.
   */
  async function answerInTime<R>(run: () => Promise<R>): Promise<R> {
    const milliseconds = limit()
    if (milliseconds === null) return run()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // The pool closes the socket of a client that waits for an answer, which makes the statement fail.
      release(true)
    }, milliseconds)
    try {
      return await run()
    } catch (error) {
      throw isLate
        ? new DatabaseConnectionError('08006', `no answer within ${milliseconds} ms`, error)
        : error
    } finally {
      clearTimeout(timer)
    }
  }

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    if (typeof statement !== 'string') return client.query(statement)
    return runStatement<R>(statement, parameters)
  }

  async function runStatement<R>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    // Kysely rolls back after a failure, also on a connection that was given up.
    if (isReleased) throw new DatabaseConnectionError('08003', 'the connection was given up')
    try {
      return await answerInTime(() => client.query<R>(sql, parameters))
    } catch (error) {
      isUseless ||= classifyDatabaseError(error) === 'unavailable'
      throw error
    }
  }
  return { query, release }
}

async function requireWritable(connection: PostgresPoolClient): Promise<void> {
  const { rows } = await connection.query<{ transaction_read_only: string }>('show transaction_read_only', [])
  if (rows[0]?.transaction_read_only === 'on')
    throw new DatabaseConnectionError('25006', 'the database is read-only, as a standby is')
}
