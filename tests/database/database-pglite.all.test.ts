import { concurrencyContracts, databaseContract } from './database-contract.ts'
import { onPGlite } from './database-on-pglite.ts'

databaseContract(onPGlite, concurrencyContracts)
