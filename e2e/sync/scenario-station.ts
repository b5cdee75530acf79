import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/observability/log.ts'
import { freePort } from '#tests/server/free-port.ts'
import { test as base } from '../musician.ts'
import { startServerProcess, type RunningServer } from '../running-server.ts'

export { expect } from '../musician.ts'

type StoredIds = { changes: string[]; practice: string[]; pieces: string[] }

/** A server process that can be killed and restarted at the same address with the same data. */
type RestartableServer = {
  readonly origin: string
  /** Ends the server at once, as the kernel does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** What stands in the tables; the server must not run. */
  stored(userId: string): Promise<StoredIds>
  /** Kills the server, reads, and starts it again. */
  tablesOf(userId: string): Promise<StoredIds>
  /** Keeps the data as they are; gives the function that puts them back, as an operator does. The server must not run. */
  backUp(): Promise<() => Promise<void>>
  /** The process of now, for what wants a server. */
  asServer(): RunningServer
}

type Worker = {
  station: RestartableServer
  dacapo: RunningServer
}

/** With a restartable server on PGlite; tests/database and tests/operations prove PostgreSQL without a browser. */
export const test = base.extend<object, Worker>({
  station: [
    async ({}, use) => {
      const station = await startStation()
      await use(station)
      await station.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // For whatever asks for the server of this worker; which process that is changes.
  dacapo: [async ({ station }, use) => use(station.asServer()), { scope: 'worker' }],
})

async function startStation(): Promise<RestartableServer & { close(): Promise<void> }> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'dacapo-scenario-'))
  let server = await startServerProcess({ port, dataDir })
  const stored = (userId: string) => storedInFolder(dataDir, userId)
  const kill = async () => void (await server.stop('SIGKILL'))
  async function start() {
    server = await startServerProcess({ port, dataDir })
  }

  return {
    origin: server.origin,
    asServer: (): RunningServer => ({ ...server, output: () => server.output() }),
    kill,
    start,
    stored,
    async tablesOf(userId: string) {
      await kill()
      const tables = await stored(userId)
      await start()
      return tables
    },
    async backUp() {
      const restore = await folderBackUp(dataDir)
      return async () => {
        await restore()
        // The command that the operator is told to run. Who is signed in stays so, because the scenario goes on with it.
        const command = resolve(import.meta.dirname, '../../server/operations/command.ts')
        await promisify(execFile)(process.execPath, [command, 'new-epoch', '--keep-sessions'], {
          // Nothing of this process: what builds the page here says that it is in production.
          env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
        })
      }
    },
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function storedInFolder(dataDir: string, userId: string): Promise<StoredIds> {
  const database = { kind: 'embedded', directory: join(dataDir, 'database') } as const
  const opened = await openDatabase({ database, live: 'listen' }, createLogger('silent'))
  if (opened.kind === 'failed') throw new Error(opened.message)
  const { database: openedDatabase } = opened
  const { db } = openedDatabase
  const ids = async (table: 'sync_change' | 'practice') =>
    (await db.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').execute()).map(
      row => row.id,
    )
  const pieces = await db
    .selectFrom('piece')
    .select('name')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const stored = {
    changes: await ids('sync_change'),
    practice: await ids('practice'),
    pieces: pieces.map(({ name }) => name),
  }
  await openedDatabase.close()
  return stored
}

async function folderBackUp(dataDir: string) {
  const kept = `${dataDir}-backup`
  const [from, to] = [join(dataDir, 'database'), join(kept, 'database')]
  await cp(from, to, { recursive: true })
  return async () => {
    await rm(from, { recursive: true })
    await cp(to, from, { recursive: true })
    await rm(kept, { recursive: true })
  }
}
