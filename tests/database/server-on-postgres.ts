import { readConfiguration } from '#server/settings/configuration.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/observability/log.ts'
import { startPostgres } from './postgres.ts'
import { aServer, type TestServer } from '#tests/server/whole-server.ts'

export async function aServerOnPostgres(settings: Record<string, string> = {}): Promise<TestServer> {
  const postgres = await startPostgres()
  const environment = {
    ...settings,
    SECRET: 'a secret for tests, long enough',
    DATABASE_URL: await postgres.createDatabase(),
  }
  const read = readConfiguration(environment)
  if (read.kind === 'faulty') throw new Error(read.message)
  const opened = await openDatabase(read.configuration, createLogger('silent'))
  if (opened.kind === 'failed') throw new Error(opened.message)
  const server = await aServer(environment, { database: opened.database })
  return {
    ...server,
    async close() {
      await server.close()
      await postgres.stop()
    },
  }
}
