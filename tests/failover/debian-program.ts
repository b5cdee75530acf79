import { spawn } from 'node:child_process'
import { unprivilegedUser } from '#tests/database/postgres-binaries.ts'
import { PROGRAM_ENVIRONMENT } from './failover-programs.ts'

const LOG_LENGTH = 200_000

/** A program of Debian that a test has started as an ordinary user, because PostgreSQL refuses to run as root. */
export type DebianProgram = {
  pid: number
  /** The end of what it has printed. */
  log(): string
  runs(): boolean
  /** Sends the signal and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program in a folder that this user may write to. */
export function startDebianProgram(folder: string, command: string, ...args: string[]): DebianProgram {
  const env = { ...PROGRAM_ENVIRONMENT, HOME: folder }
  const child = spawn(command, args, {
    ...unprivilegedUser(),
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (chunk: unknown) => (printed = (printed + String(chunk)).slice(-LOG_LENGTH))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exit = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const runs = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    log: () => printed,
    runs,
    async end(signal) {
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
