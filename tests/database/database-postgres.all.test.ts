import { databaseContract } from './contract-setup.ts'
import { startPostgresEngine } from './database-on-postgres.ts'
import { libraryContracts } from './library-contracts.ts'

databaseContract(startPostgresEngine().engine, libraryContracts)
