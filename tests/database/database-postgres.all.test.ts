import { databaseContract, libraryContracts } from './database-contract.ts'
import { startPostgresEngine } from './database-on-postgres.ts'

databaseContract(startPostgresEngine().engine, libraryContracts)
