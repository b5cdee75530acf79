import { PGliteAdapter, PGliteDialect } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, PGliteDialectConfig } from 'kysely'
import { currentRequestOwner } from './request-owner.ts'
import type { FairQueue } from './fair-queue.ts'

/** Wraps a Kysely dialect so that a queue distributes its connections fairly among users (rule DB14). */
export function createFairDialect(dialect: Dialect, queue: FairQueue): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => wrapDriverFairly(dialect.createDriver(), queue),
  }
}

/**
 * Creates the Kysely dialect of an embedded database (PGlite). The database has a single connection, which the given
 * queue distributes among users.
 */
export function createFairPGliteDialect(pglite: PGliteDialectConfig['pglite'], queue: FairQueue): Dialect {
  const dialect = createFairDialect(new PGliteDialect({ pglite }), queue)
  return { ...dialect, createAdapter: () => new UnqueuedPGliteAdapter() }
}

/** Keeps Kysely from putting its own first-come-first-served queue before ours. */
class UnqueuedPGliteAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function wrapDriverFairly(driver: Driver, queue: FairQueue): Driver {
  // An embedded database returns the same connection object every time, so turns end in the order they began.
  const turns = new WeakMap<DatabaseConnection, (() => void)[]>()
  return {
    init: options => driver.init(options),
    async acquireConnection(options) {
      const end = await queue.acquire(currentRequestOwner())
      try {
        const connection = await driver.acquireConnection(options)
        turns.set(connection, [...(turns.get(connection) ?? []), end])
        return connection
      } catch (error) {
        end()
        throw error
      }
    },
    async releaseConnection(connection, options) {
      try {
        await driver.releaseConnection(connection, options)
      } finally {
        turns.get(connection)?.shift()?.()
      }
    },
    beginTransaction: (...all) => driver.beginTransaction(...all),
    commitTransaction: (...all) => driver.commitTransaction(...all),
    rollbackTransaction: (...all) => driver.rollbackTransaction(...all),
    destroy: options => driver.destroy(options),
  }
}
