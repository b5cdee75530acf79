import { execFileSync } from 'node:child_process'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../e2e/running-server.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'

export const name = 'idle listeners on one server'

const LISTENERS = 5000
/** A user may listen with twenty streams. */
const PER_USER = 20
const AT_ONCE = 50
/** Long enough for every stream to be pinged three times. */
const IDLE_MILLISECONDS = 70_000

/**
 * Measures the memory of a server process with PGlite, first without clients, then while 250 users have five thousand
 * live streams open on which nothing is sent.
 */
export async function measure(): Promise<Record<string, number>> {
  const server = await startServerProcess()
  try {
    const users: string[] = []
    while (users.length < LISTENERS / PER_USER)
      users.push(await signInAt(server.origin, `listener-${users.length}@example.org`))
    await pause(10_000)
    const without = megabytesOf(server.pid)

    const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
    const streams: IncomingMessage[] = []
    const started = performance.now()
    for (let first = 0; first < LISTENERS; first += AT_ONCE)
      streams.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, (_, place) =>
            listen(agent, server.origin, users[Math.floor((first + place) / PER_USER)] ?? ''),
          ),
        )),
      )
    const seconds = (performance.now() - started) / 1000
    const justOpened = megabytesOf(server.pid)
    await pause(IDLE_MILLISECONDS)
    const idle = megabytesOf(server.pid)
    const open = streams.filter(stream => !stream.closed && !stream.destroyed).length
    agent.destroy()
    return {
      listeners: LISTENERS,
      'still open at the end': open,
      'seconds until all were open': Number(seconds.toFixed(1)),
      'memory without listeners, MB': without,
      'memory when all had been opened, MB': justOpened,
      'memory after 70 quiet seconds, MB': idle,
      'more than without, MB': idle - without,
    }
  } finally {
    await server.stop()
  }
}

/** A stream that has told its first revision. */
function listen(agent: Agent, origin: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${origin}/api/v1/live`, { agent, headers: { cookie } }, stream => {
      if (stream.statusCode !== 200) return reject(new Error(`no stream: ${stream.statusCode}`))
      stream.once('data', () => resolve(stream))
      stream.resume()
    }).on('error', reject)
  })
}

const megabytesOf = (pid: number) =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024)
