import { sql } from 'kysely'
import { openDatabaseNode, startPostgresEngine } from './database-on-postgres.ts'
import { revisionBusContract } from './revision-bus-contract.ts'

const { postgres } = startPostgresEngine()

for (const live of ['listen', 'poll'] as const)
  revisionBusContract({
    name: `LIVE=${live}`,
    async openNodes() {
      const url = await postgres().createDatabase()
      return [await openDatabaseNode(url, { live }), await openDatabaseNode(url, { live })]
    },
    async disconnect({ db }) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    },
  })
