import type { Database } from '#server/database/database.ts'
import { startPostgresEngine, openDatabaseNode } from './database-on-postgres.ts'

export function nodesOnPostgres(): () => Promise<readonly [Database, Database]> {
  const { postgres } = startPostgresEngine()
  return async () => {
    const url = await postgres().createDatabase()
    return [await openDatabaseNode(url, { live: 'poll' }), await openDatabaseNode(url, { live: 'poll' })]
  }
}
