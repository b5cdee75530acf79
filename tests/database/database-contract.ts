import { afterAll, beforeAll, describe } from 'vitest'
import type { ContractSetup, DatabaseEngine } from './contract-setup.ts'
import { changeContract } from './database-contract-changes.ts'
import { concurrencyContract } from './database-contract-concurrency.ts'
import { costContract } from './database-contract-costs.ts'
import { faultContract } from './database-contract-faults.ts'
import { limitContract } from './database-contract-limits.ts'
import { pagingContract } from './database-contract-paging.ts'
import { shareContract } from './database-contract-share.ts'
import { sameRulesContract } from './database-contract-same-rules.ts'
import { tableContract } from './database-contract-tables.ts'
import { createLibraryServer } from '#tests/sync/library-server.ts'
import type { LibraryServer } from '#tests/sync/library-server.ts'

/** The contracts that depend on the engine: types, transactions, migrations, query plans and errors. */
export const engineContracts = [tableContract, costContract, faultContract]

/** The contracts about concurrency. Not for PGlite, which has one connection. */
export const concurrencyContracts = [concurrencyContract]

/** The contracts of the library, whose statements are the same on all engines. */
export const libraryContracts = [
  changeContract,
  sameRulesContract,
  limitContract,
  shareContract,
  pagingContract,
]

export function databaseContract(
  engine: DatabaseEngine,
  contracts: readonly ((bench: ContractSetup) => void)[],
) {
  describe(`on ${engine.name}`, () => {
    let server: LibraryServer | null = null
    beforeAll(async () => {
      server = createLibraryServer(await engine.open())
    })
    afterAll(() => server?.database.close())
    const bench: ContractSetup = {
      engine,
      server() {
        if (server === null) throw new Error('no database is open')
        return server
      },
    }
    for (const prove of contracts) prove(bench)
  })
}
