import { PGLITE_ENGINE } from '#tests/database/database-on-pglite.ts'
import { setBackContract } from './set-back-contract.ts'

setBackContract(PGLITE_ENGINE)
