import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { silent } from './library-server.ts'
import { startPostgres } from './postgres.ts'
import type { PostgresServer } from './postgres.ts'

/** Opens new databases of a real PostgreSQL, each as two servers do; it ends with the tests of the file. */
export function nodesOnPostgres(): () => Promise<readonly [Database, Database]> {
  let postgres: PostgresServer | null = null
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  return async () => {
    if (postgres === null) throw new Error('PostgreSQL has not been started')
    const url = await postgres.createDatabase()
    return [await openNode(url), await openNode(url)]
  }
}

async function openNode(url: string): Promise<Database> {
  const node = { database: { kind: 'postgres', url, directUrl: url }, live: 'poll' } as const
  const opened = await openDatabase(node, silent)
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}
