import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { unprivilegedUser } from '#tests/database/postgres-binaries.ts'
import { createCluster } from '#tests/database/postgres-cluster.ts'
import {
  postgresBinaries,
  PROGRAM_ENVIRONMENT,
  startDebianProgram,
  startWatchdog,
} from '#tests/failover/debian-program.ts'
import { freePort } from '#tests/server/free-port.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const SECONDS_UNTIL_ARCHIVED = 2
const TIMEOUT_MILLISECONDS = 60_000

export const hasPgBackRest = () =>
  spawnSync('pgbackrest', ['version']).error === undefined && postgresBinaries() !== null

/** PostgreSQL and pgBackRest of Debian as `deploy/` configures them, except for folders, port and archive_timeout. */
export async function startArchivingPostgres() {
  const binaries = postgresBinaries()
  if (binaries === null) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-archive-'))
  const user = unprivilegedUser()
  const chown = (path: string) => user !== null && chownSync(path, user.uid, user.gid)
  chmodSync(folder, 0o755)
  chown(folder)
  const watchdog = startWatchdog(folder)
  const [data, configuration] = [join(folder, 'data'), join(folder, 'pgbackrest.conf')]
  const environment = { ...user, cwd: folder, env: { ...PROGRAM_ENVIRONMENT, HOME: folder } }
  const port = await freePort()
  createCluster(data, binaries, environment)
  writeFileSync(join(data, 'postgresql.auto.conf'), archiveSettings(configuration))
  writeFileSync(configuration, backRestSettings({ folder, data, port }))

  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  const serverArguments = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const spawnServer = () => startDebianProgram(folder, join(binaries, 'postgres'), ...serverArguments)
  let server = spawnServer()

  async function query<Row extends object>(statement: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlOf(database) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }
  /** PostgreSQL accepts writes only after it has restored everything. */
  const untilWritable = () =>
    waitUntil(async () => {
      if (!server.isRunning()) throw new Error(server.log())
      const asked = query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
      return await asked.then(
        ([row]) => row?.recovering === false,
        () => false,
      )
    })
  async function backRest(...parameters: string[]): Promise<void> {
    const all = [`--config=${configuration}`, '--stanza=dacapo', ...parameters]
    // An error of execFile would bury the reason under the whole environment.
    const { status, output } = await new Promise<{ status: number; output: string }>(resolve =>
      execFile('pgbackrest', all, environment, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : 1, output: stdout + stderr }),
      ),
    )
    if (status !== 0) throw new Error(output)
  }

  await untilWritable()
  await backRest('stanza-create')
  await query('create database dacapo')
  return {
    url: urlOf('dacapo'),
    query: <Row extends object>(statement: string) => query<Row>(statement, 'dacapo'),
    backRest,
    async untilArchived() {
      const [now] = await query<{ file: string }>(
        'select pg_walfile_name(pg_current_wal_insert_lsn()) as file',
      )
      await waitUntil(async () => {
        const [archiver] = await query<{ last: string | null }>(
          'select last_archived_wal as last from pg_stat_archiver',
        )
        return (archiver?.last ?? '') >= (now?.file ?? '')
      })
    },
    shutDown: () => server.end('SIGINT'),
    async destroy() {
      await server.end('SIGKILL')
      rmSync(data, { recursive: true })
      mkdirSync(data, { mode: 0o700 })
      chown(data)
    },
    async start() {
      server = spawnServer()
      await untilWritable()
    },
    async stop() {
      await server.end('SIGQUIT')
      watchdog.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MILLISECONDS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not true within ${TIMEOUT_MILLISECONDS} ms`)
    await pause(50)
  }
}

const archiveSettings = (configuration: string) =>
  readFileSync(join(DEPLOY, 'postgresql-archive.conf'), 'utf8')
    .replace('pgbackrest --stanza', `pgbackrest --config=${configuration} --stanza`)
    .replace(/^archive_timeout = .*$/m, `archive_timeout = ${SECONDS_UNTIL_ARCHIVED}`)

function backRestSettings({ folder, data, port }: { folder: string; data: string; port: number }): string {
  const own = Object.fromEntries(['lock', 'spool'].map(name => [`${name}-path`, join(folder, name)]))
  const database = { 'pg1-path': data, 'pg1-port': port, 'pg1-socket-path': folder, 'pg1-user': 'postgres' }
  const lines = (settings: object) =>
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n')
  return readFileSync(join(DEPLOY, 'pgbackrest.conf'), 'utf8')
    .replace('/var/lib/pgbackrest', join(folder, 'repository'))
    .replace('[global]', `[global]\n${lines({ ...own, 'log-level-file': 'off' })}`)
    .replace(/^pg1-path=.*$/m, lines(database))
}
