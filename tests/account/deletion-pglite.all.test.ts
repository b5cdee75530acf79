import { deletionContract } from './deletion-contract.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

deletionContract('PGlite', async () => {
  const database = await openMemoryDatabase()
  return [database, database]
})
