import { sql } from 'kysely'
import type { DatabaseEngine } from './contract-setup.ts'
import { openMemoryDatabase } from './memory-database.ts'

export const PGLITE_ENGINE: DatabaseEngine = {
  name: 'PGlite',
  open: openMemoryDatabase,
  async openEmpty() {
    const database = await openMemoryDatabase()
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    return [database, database, database]
  },
}
