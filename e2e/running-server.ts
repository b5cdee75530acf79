import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addDevKey } from '#server/http/dev-key.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'

/** A Dacapo server of its own, as `npm start` runs it: another process, another data folder, a free port. */
export type RunningServer = {
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
  /** What it has printed so far, both streams. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const DEV_KEY = 'the key of every server in tests'

/** An address below /dev of a server that was started here, together with the key that opens it. */
export const devAddress = (origin: string, path: string): string => addDevKey(`${origin}${path}`, DEV_KEY)

const root = resolve(import.meta.dirname, '..')

/** Starts a server and resolves when it answers; rejects with its output when it ends before that. */
export async function startServerProcess(
  options: { dataDir?: string; port?: number; env?: Record<string, string>; checkout?: string } = {},
): Promise<RunningServer> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'dacapo-e2e-')))
  if (!existsSync(join(dataDir, 'database'))) await prepareDataFolder(dataDir)
  const child = spawn(
    process.execPath,
    ['--import', './scripts/set-up/stop-with-parent.mjs', 'stand-ins/main.ts'],
    {
      cwd: options.checkout ?? root,
      env: {
        ...withoutOwnSettings(process.env),
        PORT: String(port),
        DATA_DIR: dataDir,
        ...(options.env?.['NODE_ENV'] !== 'production' && { DEV_KEY }),
        LIMIT_MAILS_PER_CLIENT: '100000',
        LIMIT_EVENTS_PER_MINUTE: '1000000',
        LIMIT_EVENTS_PER_DAY: '1000000',
        ...options.env,
      },
      // The channel tells the server when the tests were killed, so that none is left behind.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const origin = `http://localhost:${port}`
  await untilReady(child, origin, () => output)
  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
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
    /^(PORT|HOST|ORIGIN|DATA_DIR|DATABASE.*|LIVE|SECRET|SMTP_URL|MAIL_FROM|OPERATOR_.*|FEEDBACK_.*|LOG_.*|STRIPE_.*|(GOOGLE|FACEBOOK|TWITTER)_CLIENT_.*|ANALYTICS_.*|METRICS_TOKEN|LIMIT_.*|TRUST_PROXY|DEV_KEY|NODE_ENV)$/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)))
}
