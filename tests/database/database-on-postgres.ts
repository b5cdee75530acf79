import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase, SERVING_OPTIONS } from '#server/database/open-database.ts'
import type { ServingOptions } from '#server/database/postgres.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import type { DatabaseEngine } from './contract-setup.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'

/** Registers hooks that run PostgreSQL for the tests of a file or describe block. Returns it as an engine. */
export function startPostgresEngine() {
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
    open: async () => openDatabaseNode(await postgres().createDatabase()),
    async openEmpty() {
      const url = await postgres().createDatabase()
      const node = () => openDatabaseNode(url, { migrate: false })
      return [await node(), await node(), await node()]
    },
  }
  return { engine, postgres }
}

/** Opens a database as a server does. With a pooler, `directUrl` is the address that bypasses it. */
export async function openDatabaseNode(
  url: string,
  {
    migrate = true,
    live = 'listen',
    directUrl = url,
    serving = SERVING_OPTIONS,
  }: {
    migrate?: boolean
    live?: Configuration['live']
    directUrl?: string
    serving?: ServingOptions
  } = {},
): Promise<Database> {
  const opened = await openDatabase({ database: { kind: 'postgres', url, directUrl }, live }, silentLogger, {
    migrate,
    serving,
  })
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}
