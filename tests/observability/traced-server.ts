import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '#server/http/listen.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import { startServer } from '#server/start-server.ts'
import { standIns } from '#stand-ins/stand-ins.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { aBrowser } from '#tests/server/whole-server.ts'

/**
 * Starts a whole server on a port and an embedded database, as server/run-server.ts does. Mails and payments go to the
 * stand-ins.
 */
export async function startWholeServer(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-traced-'))
  await prepareDataFolder(folder)
  const http = await listen('localhost', 0)
  if (http.kind === 'failed') throw new Error(http.message)
  const read = readConfiguration({
    DATA_DIR: folder,
    SECRET: 'a secret for tests, long enough',
    PORT: String(http.port),
    ...settings,
  })
  if (read.kind === 'faulty') throw new Error(read.message)
  const { configuration } = read
  const server = await startServer(configuration, standIns)
  if (server.kind === 'failed') throw new Error(server.message)
  http.setHandler(server.app.fetch, server.refuseEarly)
  const { origin } = configuration
  return {
    origin,
    app: server.app,
    logs: join(folder, 'logs'),
    browser: () => aBrowser({ app: server.app, context: { configuration } }),
    async stop() {
      server.drain()
      await http.close()
      await server.close()
    },
    deleteFolder: () => rmSync(folder, { recursive: true, force: true }),
  }
}
