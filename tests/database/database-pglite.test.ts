import { databaseContract, engineContracts, libraryContracts } from './database-contract.ts'
import { onPGlite } from './database-on-pglite.ts'

databaseContract(onPGlite, [...engineContracts, ...libraryContracts])
