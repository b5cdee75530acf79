import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/observability/log.ts'
import { startPostgres, type PostgresServer } from '#tests/database/postgres.ts'
import { freePort } from '#tests/server/free-port.ts'
import { test as base } from '../musician.ts'
import { startServerProcess, type RunningServer } from '../running-server.ts'

export { expect } from '../musician.ts'

/** The databases on which the scenarios run. */
type DatabaseName = 'PGlite' | 'PostgreSQL'

/** The ids in a user's tables, read directly from the database. */
export type StoredIds = { changes: string[]; practice: string[]; pieces: string[] }

/** A server process that can be killed and restarted at the same address with the same data. */
type RestartableServer = {
  readonly origin: string
  /** Ends the server at once, as the kernel does; gives the number of the process that is no more. */
  kill(): Promise<number>
  start(): Promise<void>
  /** What stands in the tables; the server must not run. */
  stored(userId: string): Promise<StoredIds>
  /** Kills the server, reads what stands in the tables, and starts it again. */
  tablesOf(userId: string): Promise<StoredIds>
  /** Keeps the data as they are; gives the function that puts them back, as an operator does. The server must not run. */
  backUp(): Promise<() => Promise<void>>
  /** The process of now, for what wants a server. */
  asServer(): RunningServer
}

type Worker = {
  engine: DatabaseName
  postgres: PostgresServer | null
  station: RestartableServer
  dacapo: RunningServer
}

/** The test of musician.ts with a restartable server on either database. */
export const test = base.extend<object, Worker>({
  engine: ['PGlite', { option: true, scope: 'worker' }],

  postgres: [
    async ({ engine }, use) => {
      const server = engine === 'PostgreSQL' ? await startPostgres({ fsync: true }) : null
      await use(server)
      await server?.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  station: [
    async ({ postgres }, use) => {
      const station = await aStation(postgres)
      await use(station)
      await station.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // For whatever asks for the server of this worker; which process that is changes.
  dacapo: [async ({ station }, use) => use(station.asServer()), { scope: 'worker' }],
})

async function aStation(postgres: PostgresServer | null) {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'dacapo-scenario-'))
  const url = (await postgres?.createDatabase()) ?? null
  const env: Record<string, string> = url === null ? {} : { DATABASE_URL: url }
  let server = await startServerProcess({ port, dataDir, env })
  const stored = (userId: string) => (url === null ? storedInFolder(dataDir, userId) : storedAt(url, userId))
  async function kill() {
    const { pid } = server
    await server.stop('SIGKILL')
    return pid
  }
  async function start() {
    server = await startServerProcess({ port, dataDir, env })
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
      const restore = url === null ? await folderBackUp(dataDir) : await databaseBackUp(url)
      return async () => {
        await restore()
        // The command that the operator is told to run. Who is signed in stays so, because the scenario goes on with it.
        const command = resolve(import.meta.dirname, '../../server/operations/command.ts')
        await promisify(execFile)(process.execPath, [command, 'new-epoch', '--keep-sessions'], {
          // Nothing of this process: what builds the page here says that it is in production.
          env: { PATH: process.env['PATH'] ?? '', ...env, DATA_DIR: dataDir },
        })
      }
    },
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const QUERIES = {
  changes: 'select id from sync_change where user_id = $1 order by id',
  practice: 'select id from practice where user_id = $1 order by id',
  pieces: 'select name as id from piece where user_id = $1 and deleted_at is null order by name',
}

async function storedAt(url: string, userId: string): Promise<StoredIds> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ids = async (query: string) =>
    (await client.query<{ id: string }>(query, [userId])).rows.map(row => row.id)
  const stored = {
    changes: await ids(QUERIES.changes),
    practice: await ids(QUERIES.practice),
    pieces: await ids(QUERIES.pieces),
  }
  await client.end()
  return stored
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

/** A copy of the whole database beside it; put back, it takes its name. */
async function databaseBackUp(url: string) {
  const name = new URL(url).pathname.slice(1)
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}_backup template ${name}`)
  return () => admin(`drop database ${name} with (force)`, `alter database ${name}_backup rename to ${name}`)
}
