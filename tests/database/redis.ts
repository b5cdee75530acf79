import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/server/free-port.ts'

const PROGRAM = ['redis-server', 'valkey-server'].find(
  program => spawnSync(program, ['--version']).error === undefined,
)

export const hasRedis = () => PROGRAM !== undefined

export type RedisServer = {
  url: string
  start(): Promise<void>
  crash(): Promise<void>
  disconnect(): void
  publish(channel: string, message: string): Promise<void>
  stop(): Promise<void>
}

export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  if (PROGRAM === undefined) throw new Error('Redis is not installed')
  const program = PROGRAM
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-redis-'))
  const port = await freePort()
  const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...settings]
  let redis: ChildProcess | null = null
  let watchdog: ChildProcess | null = null
  const start = async () => {
    redis = spawn(program, flags, { stdio: 'ignore' })
    watchdog = startCleanupWatchdog(redis, folder)
    while (!(await isReady(port))) {
      if (redis.exitCode !== null) throw new Error(`${program} ended with ${redis.exitCode}`)
      await pause(20)
    }
  }
  const crash = async () => {
    if (redis === null) return
    const ended = new Promise(resolve => redis?.once('exit', resolve))
    redis.kill('SIGKILL')
    await ended
    redis = null
    watchdog?.kill()
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    crash,
    disconnect: () => connect(port, '127.0.0.1').end('CLIENT KILL TYPE pubsub\r\n'),
    async publish(channel, message) {
      const socket = connect(port, '127.0.0.1')
      const parts = ['PUBLISH', channel, message].map(part => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
      socket.write(`*3\r\n${parts.join('')}`)
      await once(socket, 'data')
      socket.destroy()
    },
    async stop() {
      await crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startCleanupWatchdog({ pid }: ChildProcess, folder: string): ChildProcess {
  const script = 'while kill -0 "$1" 2>/dev/null; do sleep 1; done; kill -KILL "$2"; rm -rf "$3"'
  const parameters = ['-c', script, 'watchdog', `${process.pid}`, `${pid}`, folder]
  const watchdog = spawn('sh', parameters, { detached: true, stdio: 'ignore' })
  watchdog.unref()
  return watchdog
}

function isReady(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket
      .once('data', () => {
        socket.destroy()
        resolve(true)
      })
      .once('error', () => resolve(false))
  })
}
