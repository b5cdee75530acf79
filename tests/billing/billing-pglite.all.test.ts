import { billingContract } from './billing-contract.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

billingContract({
  name: 'PGlite',
  async open() {
    const database = await openMemoryDatabase()
    return [database, database]
  },
})
