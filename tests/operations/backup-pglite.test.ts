import { onPGlite } from '#tests/database/database-on-pglite.ts'
import { backupContract } from './backup-contract.ts'

backupContract(onPGlite)
