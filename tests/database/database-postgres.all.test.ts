import { databaseContract, libraryContracts } from './database-contract.ts'
import { onPostgres } from './database-on-postgres.ts'

databaseContract(onPostgres().engine, libraryContracts)
