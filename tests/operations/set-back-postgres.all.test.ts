import { startPostgresEngine } from '#tests/database/database-on-postgres.ts'
import { setBackContract } from './set-back-contract.ts'

setBackContract(startPostgresEngine().engine)
