import { execFileSync } from 'node:child_process'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../e2e/running-server.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { Bars, type BarredFigures } from './bars.ts'
import { bytesPerUnit } from './memory-slope.ts'

export const name = 'idle listeners on one server'

const LISTENERS = 5000
/** A user may listen with twenty streams. */
const PER_USER = 20
const AT_ONCE = 50
/** Long enough for every stream to be pinged three times. */
const IDLE_MILLISECONDS = 70_000

/**
 * Measures the memory of a server process with PGlite, while 125 users have 2,500 live streams open on which nothing is
 * sent, and while 250 users have 5,000: by how many bytes it grows with each further stream.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const server = await startServerProcess()
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  try {
    const users: string[] = []
    while (users.length < LISTENERS / PER_USER)
      users.push(await signInAt(server.origin, `listener-${users.length}@example.org`))
    const streams: IncomingMessage[] = []
    const idle: number[] = []
    for (const count of [LISTENERS / 2, LISTENERS]) {
      const started = performance.now()
      while (streams.length < count)
        streams.push(...(await listenAtOnce(agent, server.origin, users, streams.length)))
      bars.note(`${count} listeners: seconds until the last was open`, (performance.now() - started) / 1000)
      bars.note(`${count} listeners: memory when all had been opened, MB`, megabytesOf(server.pid))
      await pause(IDLE_MILLISECONDS)
      idle.push(megabytesOf(server.pid))
      bars.note(`${count} listeners: memory after 70 quiet seconds, MB`, idle.at(-1) ?? NaN)
      const open = streams.filter(stream => !stream.closed && !stream.destroyed).length
      bars.atLeast(`${count} listeners: still open`, open, count)
    }
    const [once = NaN, twice = NaN] = idle
    const perListener = bytesPerUnit(LISTENERS / 2, [{ once, twice }])
    bars.note('bytes for each further listener', perListener)
    return bars.figures()
  } finally {
    agent.destroy()
    await server.stop()
  }
}

const listenAtOnce = (agent: Agent, origin: string, users: readonly string[], first: number) =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, place) =>
      listen(agent, origin, users[Math.floor((first + place) / PER_USER)] ?? ''),
    ),
  )

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
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
