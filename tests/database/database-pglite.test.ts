import { databaseContract } from './contract-setup.ts'
import { engineContract } from './database-contract-engine.ts'
import { PGLITE_ENGINE } from './database-on-pglite.ts'
import { libraryContracts } from './library-contracts.ts'

databaseContract(PGLITE_ENGINE, [engineContract, ...libraryContracts])
