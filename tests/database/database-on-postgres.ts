import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { DatabaseEngine } from './database-contract.ts'
import { silent } from '#tests/sync/library-server.ts'
import { startPostgres } from './postgres.ts'
import type { PostgresServer } from './postgres.ts'

/** A real PostgreSQL for the tests of one file, with what they need of it. */
export function onPostgres() {
  let running: PostgresServer | null = null
  beforeAll(async () => {
    running = await startPostgres()
  })
  afterAll(() => running?.stop())

  function postgres(): PostgresServer {
    if (running === null) throw new Error('PostgreSQL does not run')
    return running
  }
  const engine: DatabaseEngine = {
    name: 'PostgreSQL',
    open: async () => openNode(await postgres().createDatabase()),
    async openEmpty() {
      const url = await postgres().createDatabase()
      const node = () => openNode(url, { migrate: false })
      return [await node(), await node(), await node()]
    },
  }
  return { engine, postgres }
}

/** Opens a database as a server does, perhaps through a pooler: `directUrl` is the way around it. */
export async function openNode(
  url: string,
  {
    migrate = true,
    live = 'listen',
    directUrl = url,
  }: { migrate?: boolean; live?: 'listen' | 'poll'; directUrl?: string } = {},
): Promise<Database> {
  const opened = await openDatabase({ database: { kind: 'postgres', url, directUrl }, live }, silent, {
    migrate,
  })
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}
