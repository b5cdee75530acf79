import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { createLibraryServer, type LibraryServer } from '#tests/sync/library-server.ts'

export type DatabaseEngine = {
  name: 'PGlite' | 'PostgreSQL' | 'PgBouncer'
  open: () => Promise<Database>
  /** Opens an empty database as three servers do. With PGlite all three are the same instance. */
  openEmpty: () => Promise<readonly [Database, Database, Database]>
}

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
    for (const contract of contracts) contract({ engine, server })
  })
}
