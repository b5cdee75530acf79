import type { Database } from '#server/database/database.ts'
import { startPostgresEngine, openDatabaseNode } from './database-on-postgres.ts'

/**
 * Returns a function that creates a database on a real PostgreSQL and opens it twice, as two servers do. The server
 * stops after the tests of the file.
 */
export function nodesOnPostgres(): () => Promise<readonly [Database, Database]> {
  const { postgres } = startPostgresEngine()
  return async () => {
    const url = await postgres().createDatabase()
    return [await openDatabaseNode(url, { live: 'poll' }), await openDatabaseNode(url, { live: 'poll' })]
  }
}
