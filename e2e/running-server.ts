import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addDevPagesKeyToUrl, deriveDevPagesKey } from '#server/http/request-guards.ts'
import { freePort } from '#tests/server/free-port.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { QUICK_START_FLAGS, SHORT_LIVED_SERVERS_VARIABLE } from '#tests/server/quick-start-flags.ts'

/** A running Dacapo server with its own process, data folder and port. */
export type RunningServer = {
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
  /** What it has printed so far, both streams. */
  output(): string
  /** Resolves with its exit code when it has ended, whoever ended it; null after a signal. */
  readonly exited: Promise<number | null>
  /** Ends the reader of what it prints, as a log collector that dies. */
  closeOutput(): void
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const SECRET = 'the secret of every server in tests'

/** So many of all that is counted that no test meets a limit. */
const MANY = 'mailsPerClient=100000,eventsPerMinute=1000000,eventsPerDay=1000000'

/** Returns an address below /dev together with the key that opens it. */
export const devAddress = (origin: string, path: string): string =>
  addDevPagesKeyToUrl(`${origin}${path}`, deriveDevPagesKey(SECRET))

const root = resolve(import.meta.dirname, '..')

/**
 * Starts a server and resolves when it answers. Rejects with its output if it ends before. Without `dataDir` it gets a
 * folder of its own, which is removed when it is stopped or was never ready.
 */
export async function startServerProcess(
  options: {
    dataDir?: string
    port?: number
    env?: Record<string, string>
    checkout?: string
    /** A program with its arguments that runs the server, such as `unshare`. */
    within?: readonly string[]
    /** An open file that it prints to, instead of output(). */
    printTo?: number
  } = {},
): Promise<RunningServer> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'dacapo-e2e-')))
  const isEmbedded = (options.env?.['DATABASE_URL'] ?? 'embedded') === 'embedded'
  if (isEmbedded && !existsSync(join(dataDir, 'database'))) await prepareDataFolder(dataDir)
  const flags = process.env[SHORT_LIVED_SERVERS_VARIABLE] === undefined ? [] : QUICK_START_FLAGS
  const [program, ...parameters] = [...(options.within ?? []), process.execPath]
  const child = spawn(
    program,
    [...parameters, ...flags, '--import', './scripts/set-up/stop-with-parent.mjs', 'stand-ins/main.ts'],
    {
      cwd: options.checkout ?? root,
      env: {
        ...withoutOwnSettings(process.env),
        PORT: String(port),
        DATA_DIR: dataDir,
        SECRET,
        // What is compiled of a checkout that is thrown away would stay for ever.
        ...(options.checkout !== undefined &&
          options.checkout !== root && { NODE_DISABLE_COMPILE_CACHE: '1' }),
        ...options.env,
        LIMITS: [MANY, options.env?.['LIMITS'] ?? []].flat().join(','),
      },
      // The channel tells the server when the tests were killed, so that none is left behind.
      stdio: ['ignore', options.printTo ?? 'pipe', options.printTo ?? 'pipe', 'ipc'],
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const origin = `http://localhost:${port}`
  const removeOwnFolder = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(child, origin, () => output)
  } catch (error) {
    await removeOwnFolder()
    throw error
  }
  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    closeOutput() {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill(signal)
        await exit
      }
      await removeOwnFolder()
      return child.exitCode
    },
  }
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 90_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    try {
      // A server that has accepted and never answers must not outlast the deadline.
      if ((await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) })).ok) return
    } catch {
      // Not listening yet, or busy.
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready in time:\n${output()}`)
}

// A developer's own settings must not change what the tests see.
function withoutOwnSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^(PORT|HOST|ORIGIN|DATA_DIR|DATABASE.*|LIVE|SECRET|SMTP_URL|MAIL_FROM|OPERATOR_.*|FEEDBACK_.*|LOG_LEVEL|STRIPE_.*|(GOOGLE|FACEBOOK|TWITTER)_CLIENT|ANALYTICS_URL|METRICS_TOKEN|LIMITS|TRUST_PROXY|NODE_ENV)$/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)))
}
