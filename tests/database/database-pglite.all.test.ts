import { databaseContract } from './contract-setup.ts'
import { concurrencyContract } from './database-contract-concurrency.ts'
import { PGLITE_ENGINE } from './database-on-pglite.ts'

databaseContract(PGLITE_ENGINE, [concurrencyContract])
