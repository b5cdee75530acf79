import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { classifyDatabaseError, ConnectionFailure } from './database-failure.ts'

/**
 * Requirements of a running server for its PostgreSQL connections. No connection may lead to a standby (rule DB24). A
 * connection whose statement takes longer than `statementMilliseconds` is closed (rule DB25).
 */
export type Serving = { statementMilliseconds: number }

/** A connection pool that keeps working after a failover, in which a standby replaces the PostgreSQL server. */
export type FailoverPool = PostgresPool & {
  /**
   * Sets a time limit for statements. A connection whose statement takes longer is closed. There is no limit before
   * the first call (rule DB25).
   */
  limitStatements(milliseconds: number): void
}

/**
 * Wraps a connection pool so that connections are closed instead of used again after a failover has made them useless
 * (rules DB24, DB25). A connection is useless if the database was unavailable or read-only on it, or did not answer in
 * time. If `mustWrite` is true, `connect` rejects a new connection to a standby with a ConnectionFailure, because the
 * standby's data may be older than the data that a device already has.
 */
export function createFailoverPool(pool: PostgresPool, { mustWrite }: { mustWrite: boolean }): FailoverPool {
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
      throw isLate ? new ConnectionFailure('08006', `no answer within ${milliseconds} ms`, error) : error
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
    if (isReleased) throw new ConnectionFailure('08003', 'the connection was given up')
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
    throw new ConnectionFailure('25006', 'the database is read-only, as a standby is')
}
