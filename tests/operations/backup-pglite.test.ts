import { PGLITE_ENGINE } from '#tests/database/database-on-pglite.ts'
import { backupContract } from './backup-contract.ts'

backupContract(PGLITE_ENGINE)
