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

type RestartableServer = {
  readonly origin: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Call it only while the server is stopped. */
  stored(userId: string): Promise<StoredIds>
  /** Kills the server, reads, and starts it again. */
  storedAfterKill(userId: string): Promise<StoredIds>
  /** Returns a function that restores the data as an operator does. Call both only while the server is stopped. */
  backUp(): Promise<() => Promise<void>>
  currentProcess(): RunningServer
}

type Worker = {
  server: RestartableServer
  dacapo: RunningServer
}

/** The server uses PGlite; tests/database and tests/operations cover PostgreSQL without a browser. */
export const test = base.extend<object, Worker>({
  server: [
    async ({}, use) => {
      const server = await startRestartableServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // For the fixtures of the base test, which need the current process.
  dacapo: [async ({ server }, use) => use(server.currentProcess()), { scope: 'worker' }],
})

async function startRestartableServer(): Promise<RestartableServer & { close(): Promise<void> }> {
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
    currentProcess: (): RunningServer => ({ ...server, output: () => server.output() }),
    kill,
    start,
    stored,
    async storedAfterKill(userId: string) {
      await kill()
      const tables = await stored(userId)
      await start()
      return tables
    },
    async backUp() {
      const restore = await backUpFolder(dataDir)
      return async () => {
        await restore()
        // The documented command. The sessions are kept, because the test continues with them.
        const command = resolve(import.meta.dirname, '../../server/operations/command.ts')
        await promisify(execFile)(process.execPath, [command, 'new-epoch', '--keep-sessions'], {
          // No other variables, because building the device page sets NODE_ENV to production here.
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

async function backUpFolder(dataDir: string) {
  const copy = `${dataDir}-backup`
  const [from, to] = [join(dataDir, 'database'), join(copy, 'database')]
  await cp(from, to, { recursive: true })
  return async () => {
    await rm(from, { recursive: true })
    await cp(to, from, { recursive: true })
    await rm(copy, { recursive: true })
  }
}
