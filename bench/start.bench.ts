import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale, buildServerIfStale } from '../scripts/set-up/build.mjs'
import { root } from '../scripts/set-up/paths.mjs'

export const name = 'npm start until it listens'

export async function measure() {
  await buildIfStale()
  await buildServerIfStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  try {
    return {
      'first start, seconds': await timedStart(dataDir),
      'second start, seconds': await timedStart(dataDir),
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timedStart(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  npm.stdout.setEncoding('utf8').on('data', text => (printed += text))
  const exit = once(npm, 'exit')
  const address = () => /ready: (\S+)/.exec(printed)?.[1]
  while (address() === undefined && npm.exitCode === null) await sleep(10)
  await fetch(`${address()}/healthz`)
  const seconds = Math.round(performance.now() - startedAt) / 1000
  npm.kill('SIGTERM')
  await exit
  return seconds
}
