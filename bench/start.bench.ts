import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale, buildServerIfStale } from '../scripts/set-up/build.mjs'
import { root } from '../scripts/set-up/paths.mjs'

export const name = 'npm start until it listens'

/** Seconds from the command to the first answer, packages and screens being there, and the server's memory after it. */
export async function measure() {
  await buildIfStale()
  await buildServerIfStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  try {
    const first = await timedStart(dataDir)
    const second = await timedStart(dataDir)
    return {
      'first start, seconds': first.seconds,
      'second start, seconds': second.seconds,
      'memory after a first start, idle, MB': first.megabytes,
      'memory after a second start, idle, MB': second.megabytes,
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timedStart(dataDir: string) {
  const started = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  npm.stdout.setEncoding('utf8').on('data', text => (printed += text))
  const ended = once(npm, 'exit')
  const address = () => /ready: (\S+)/.exec(printed)?.[1]
  while (address() === undefined && npm.exitCode === null) await sleep(10)
  await fetch(`${address()}/healthz`)
  const seconds = Math.round(performance.now() - started) / 1000

  await sleep(5000)
  const megabytes = Math.round(memoryOfServer(npm.pid ?? 0))
  npm.kill('SIGTERM')
  await ended
  return { seconds, megabytes }
}

// Linux only; elsewhere there is no figure and NaN says so.
function memoryOfServer(ancestor: number): number {
  const server = descendantsOf(ancestor).find(pid => readProcess(pid, 'cmdline').includes('dist/server/main'))
  return Number(/VmRSS:\s+(\d+)/.exec(readProcess(server ?? 0, 'status'))?.[1]) / 1024
}

function descendantsOf(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [...children, ...children.flatMap(descendantsOf)]
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
