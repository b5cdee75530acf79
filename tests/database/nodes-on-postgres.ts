import type { Database } from '#server/database/database.ts'
import { onPostgres, openNode } from './database-on-postgres.ts'

/** Opens new databases of a real PostgreSQL, each as two servers do; it ends with the tests of the file. */
export function nodesOnPostgres(): () => Promise<readonly [Database, Database]> {
  const { postgres } = onPostgres()
  return async () => {
    const url = await postgres().createDatabase()
    return [await openNode(url, { live: 'poll' }), await openNode(url, { live: 'poll' })]
  }
}
