import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { createLibraryServer, type LibraryServer } from '#tests/sync/library-server.ts'

/** A kind of database on which the contracts are tested. */
export type DatabaseEngine = {
  name: 'PGlite' | 'PostgreSQL' | 'PgBouncer'
  /** A migrated database for all tests, each of which has users of its own. */
  open: () => Promise<Database>
  /** An empty database, opened by three servers at once where the engine can be. */
  openEmpty: () => Promise<readonly [Database, Database, Database]>
}

/** The database engine and the server under test. The server exists only while tests run. */
export type ContractSetup = { engine: DatabaseEngine; server: () => LibraryServer }

export function databaseContract(
  engine: DatabaseEngine,
  contracts: readonly ((setup: ContractSetup) => void)[],
) {
  describe(`on ${engine.name}`, () => {
    let running: LibraryServer | null = null
    beforeAll(async () => {
      running = createLibraryServer(await engine.open())
    })
    afterAll(() => running?.database.close())
    const server = () => {
      if (running === null) throw new Error('no database is open')
      return running
    }
    for (const prove of contracts) prove({ engine, server })
  })
}
