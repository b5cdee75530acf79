import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addDevPagesKeyToUrl, deriveDevPagesKey } from '#server/http/request-guards.ts'
import { freePort } from '#tests/server/free-port.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { QUICK_START_FLAGS, SHORT_LIVED_SERVERS_VARIABLE } from '#tests/server/quick-start-flags.ts'

export type RunningServer = {
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
  output(): string
  /** Resolves with the exit code of the process; null after a signal. */
  readonly exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const SECRET = 'the secret of every server in tests'

const HIGH_LIMITS = 'mailsPerClient=100000,eventsPerMinute=1000000,eventsPerDay=1000000'

export const devAddress = (origin: string, path: string): string =>
  addDevPagesKeyToUrl(`${origin}${path}`, deriveDevPagesKey(SECRET))

const root = resolve(import.meta.dirname, '..')

/**
 * Resolves when the server is ready; rejects with its output if it exits before. The default `dataDir` is a temporary
 * folder, which is removed when the server is stopped or was never ready.
 */
export async function startServerProcess(
  options: {
    dataDir?: string
    port?: number
    env?: Record<string, string>
    checkout?: string
  } = {},
): Promise<RunningServer> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'dacapo-e2e-')))
  const isEmbedded = (options.env?.['DATABASE_URL'] ?? 'embedded') === 'embedded'
  if (isEmbedded && !existsSync(join(dataDir, 'database'))) await prepareDataFolder(dataDir)
  const flags = process.env[SHORT_LIVED_SERVERS_VARIABLE] === undefined ? [] : QUICK_START_FLAGS
  const child = spawn(
    process.execPath,
    [...flags, '--import', './scripts/set-up/stop-with-parent.mjs', 'stand-ins/main.ts'],
    {
      cwd: options.checkout ?? root,
      env: {
        ...withoutDacapoSettings(process.env),
        PORT: String(port),
        DATA_DIR: dataDir,
        SECRET,
        // The compile cache of a temporary checkout would never be removed.
        ...(options.checkout !== undefined &&
          options.checkout !== root && { NODE_DISABLE_COMPILE_CACHE: '1' }),
        ...options.env,
        LIMITS: [HIGH_LIMITS, options.env?.['LIMITS'] ?? []].flat().join(','),
      },
      // The server stops when the IPC channel closes, also after the tests were killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
    await waitUntilReady(child, origin, () => output)
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

async function waitUntilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 90_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    try {
      // A server that accepts the connection and never responds must not outlast the deadline.
      if ((await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) })).ok) return
    } catch {
      // Not listening yet, or busy.
    }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready in time:\n${output()}`)
}

// A developer's settings must not affect the tests.
function withoutDacapoSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^(PORT|HOST|ORIGIN|DATA_DIR|DATABASE.*|LIVE|SECRET|SMTP_URL|MAIL_FROM|OPERATOR_.*|FEEDBACK_.*|LOG_LEVEL|STRIPE_.*|(GOOGLE|FACEBOOK|TWITTER)_CLIENT|ANALYTICS_URL|METRICS_TOKEN|LIMITS|TRUST_PROXY|NODE_ENV)$/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)))
}
