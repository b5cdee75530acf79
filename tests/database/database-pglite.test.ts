import { databaseContract, engineContracts, libraryContracts } from './database-contract.ts'
import { PGLITE_ENGINE } from './database-on-pglite.ts'

databaseContract(PGLITE_ENGINE, [...engineContracts, ...libraryContracts])
