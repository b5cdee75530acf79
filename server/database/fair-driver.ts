import { PGliteAdapter, PGliteDialect } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, PGliteDialectConfig } from 'kysely'
import { currentRequestOwner } from './request-owner.ts'
import { createFairQueue } from './fair-queue.ts'

/** Wraps a dialect so that users share its connections fairly (rule DB14). */
export function createFairDialect(
  dialect: Dialect,
  slots: { capacity: number; maxPerOwner: number },
): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => wrapDriverFairly(dialect.createDriver(), slots),
  }
}

/** Creates the dialect of an embedded database. It has one connection, and this queue replaces Kysely's own. */
export function createFairPGliteDialect(pglite: PGliteDialectConfig['pglite']): Dialect {
  const dialect = createFairDialect(new PGliteDialect({ pglite }), { capacity: 1, maxPerOwner: 1 })
  return { ...dialect, createAdapter: () => new UnqueuedPGliteAdapter() }
}

/** Keeps Kysely from putting its own first-come-first-served queue before ours. */
class UnqueuedPGliteAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function wrapDriverFairly(driver: Driver, slots: { capacity: number; maxPerOwner: number }): Driver {
  const queue = createFairQueue(slots)
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
