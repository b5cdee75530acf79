import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { breakInContract } from './database-contract-break-in.ts'
import { changeContract } from './database-contract-changes.ts'
import { concurrencyContract } from './database-contract-concurrency.ts'
import { costContract } from './database-contract-costs.ts'
import { faultContract } from './database-contract-faults.ts'
import { limitContract } from './database-contract-limits.ts'
import { mergeContract } from './database-contract-merge.ts'
import { pagingContract } from './database-contract-paging.ts'
import { shareContract } from './database-contract-share.ts'
import { sameRulesContract } from './database-contract-same-rules.ts'
import { tableContract } from './database-contract-tables.ts'
import { libraryServer } from '#tests/sync/library-server.ts'
import type { LibraryServer } from '#tests/sync/library-server.ts'

export type DatabaseEngine = {
  name: 'PGlite' | 'PostgreSQL' | 'PgBouncer'
  /** A migrated database for all tests, each of which has users of its own. */
  open: () => Promise<Database>
  /** An empty database, opened by three servers at once where the engine can be. */
  openEmpty: () => Promise<readonly [Database, Database, Database]>
}

/** What a contract is given: the server is there once the tests run. */
export type Bench = { engine: DatabaseEngine; server: () => LibraryServer }

/** What depends on the engine: types, transactions, migrations, plans of queries and errors. */
export const engineContracts = [tableContract, costContract, faultContract]

/** What many devices do at once: of one connection, as PGlite has it, nothing is at once. */
export const concurrencyContracts = [concurrencyContract]

/** What the library promises, by statements that are the same on both engines. */
export const libraryContracts = [
  changeContract,
  mergeContract,
  sameRulesContract,
  limitContract,
  shareContract,
  pagingContract,
  breakInContract,
]

/** Proves contracts on a database of either kind. */
export function databaseContract(engine: DatabaseEngine, contracts: readonly ((bench: Bench) => void)[]) {
  describe(`on ${engine.name}`, () => {
    let server: LibraryServer | null = null
    beforeAll(async () => {
      server = libraryServer(await engine.open())
    })
    afterAll(() => server?.database.close())
    const bench: Bench = {
      engine,
      server() {
        if (server === null) throw new Error('no database is open')
        return server
      },
    }
    for (const prove of contracts) prove(bench)
  })
}
