import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { endpointsIn, type Endpoint } from '#tests/security/break-ins-endpoints.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { Bars, type BarredFigures } from './bars.ts'
import { malformedRequest, type MalformedRequest } from './malformed-requests.ts'
import { seededRandom } from './simulated-musician.ts'

export const name = 'malformed requests'

const ROUNDS = 3
const REQUESTS_PER_ROUND = 24_000
const AT_ONCE = 4
/** A session is used for so many requests, because some of them end it. */
const REQUESTS_PER_SESSION = 500
const HANG_MILLISECONDS = 5000
/** A raw request that the server waits for is given up; it has limits of its own for those (HT62). */
const RAW_MILLISECONDS = 250
const REST_MILLISECONDS = 5000
const MOST_GROWTH = 1.05

/**
 * Sends equal rounds of 24,000 malformed requests to every endpoint of a server, half of them signed in, on both
 * databases: one that warms up, because V8's heap grows until it is in balance, and three that count. Counts answers by
 * status, answers of 500 and above, and requests without an answer within 5 s, and compares the resident memory after the
 * second and the third round.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  try {
    await sendTo(bars, 'PGlite', {})
    await sendTo(bars, 'PostgreSQL', { DATABASE_URL: await postgres.createDatabase() })
    return bars.figures()
  } finally {
    await postgres.stop()
  }
}

async function sendTo(bars: Bars, database: string, env: Record<string, string>): Promise<void> {
  const server = await startServerProcess({ env: { TRUST_PROXY: '1', ...env } })
  try {
    const openapi: unknown = await (await fetch(`${server.origin}/openapi.json`)).json()
    const endpoints = endpointsIn(openapi)
    const answers = new Answers()
    const memory: number[] = []
    await sendRound(server, endpoints, answers)
    for (let round = 0; round < ROUNDS; round += 1) {
      await sendRound(server, endpoints, answers)
      memory.push(await residentMegabytes(server.pid))
    }
    const [, second = Number.NaN, third = Number.NaN] = memory
    bars.note(`${database}: answers`, answers.text())
    bars.note(`${database}: memory after each round, MB`, memory.map(value => value.toFixed(0)).join(', '))
    bars.atMost(`${database}: answers of 500 and above`, answers.serverErrors.length, 0)
    bars.atMost(`${database}: requests without an answer`, answers.hangs.length, 0)
    bars.atMost(`${database}: memory after round 3 against round 2, times`, third / second, MOST_GROWTH)
    for (const what of [...answers.serverErrors, ...answers.hangs].slice(0, 5)) bars.note(what, 'see above')
  } finally {
    await server.stop()
  }
}

async function sendRound(
  server: RunningServer,
  endpoints: readonly Endpoint[],
  answers: Answers,
): Promise<void> {
  const random = seededRandom(1)
  let left = REQUESTS_PER_ROUND
  const sendOn = async () => {
    let cookie = ''
    for (let sent = 0; left > 0; sent += 1) {
      left -= 1
      if (sent % REQUESTS_PER_SESSION === 0)
        cookie = await signInAt(server.origin, `kai${randomInt(2 ** 40)}@example.org`)
      await answers.add(server, malformedRequest(endpoints, random), random() < 0.5 ? cookie : '')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
}

/** Counts what a server answered. */
class Answers {
  readonly serverErrors: string[] = []
  readonly hangs: string[] = []
  readonly #counts = new Map<string, number>()

  /** Sends a request and counts its answer. */
  async add(server: RunningServer, sent: MalformedRequest, cookie: string): Promise<void> {
    const what = `${sent.method} ${sent.path.slice(0, 80)} ${JSON.stringify(sent.headers).slice(0, 60)} ${String(sent.body ?? sent.raw ?? '').slice(0, 120)}`
    const status =
      sent.raw === undefined ? await statusOf(server, sent, cookie) : await rawStatusOf(server, sent.raw)
    this.#counts.set(String(status), (this.#counts.get(String(status)) ?? 0) + 1)
    // 503 says that something is not configured, as payments are not here.
    if (typeof status === 'number' && status >= 500 && status !== 503)
      this.serverErrors.push(`${status}: ${what}`)
    if (status === 'none') this.hangs.push(`no answer: ${what}`)
  }

  /** Returns the counts, as in '12 × 200, 3 × 404'. */
  text(): string {
    const counts = [...this.#counts].toSorted(([one], [other]) => one.localeCompare(other))
    return counts.map(([status, count]) => `${count} × ${status}`).join(', ')
  }
}

/** The status of an answer; 'closed' if the connection ended without one, 'none' if nothing came in time. */
type Status = number | 'closed' | 'none'

/** Sends with Node's client, because fetch mends addresses and headers. Each comes from another address. */
function statusOf({ origin }: RunningServer, sent: MalformedRequest, cookie: string): Promise<Status> {
  const { hostname, port } = new URL(origin)
  const from = `203.0.${randomInt(256)}.${randomInt(256)}`
  const headers = {
    origin,
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(cookie !== '' && { cookie }),
    ...Object.fromEntries(Object.entries(sent.headers).map(([header, value]) => [header, latin(value)])),
  }
  return new Promise(resolve => {
    const asked = request(
      { hostname, port, method: sent.method, path: latin(sent.path), headers, timeout: HANG_MILLISECONDS },
      answer => {
        // A live stream does not end, so its status is enough.
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true) answer.destroy()
        answer.resume()
        answer.once('close', () => resolve(answer.statusCode ?? 'closed'))
      },
    )
    asked.once('timeout', () => {
      resolve('none')
      asked.destroy()
    })
    asked.once('error', () => resolve('closed'))
    asked.end(sent.body)
  })
}

function rawStatusOf({ origin }: RunningServer, bytes: Buffer): Promise<Status> {
  const { hostname, port } = new URL(origin)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setTimeout(RAW_MILLISECONDS, () => socket.destroy())
    socket.on('data', chunk => (received += chunk.toString('latin1')))
    socket.once('error', () => undefined)
    socket.once('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]
      resolve(status === undefined ? 'closed' : Number(status))
    })
    socket.end(bytes)
  })
}

/** Node's client refuses what HTTP cannot send; everything else goes out as it is. */
const latin = (text: string) => text.replaceAll(/[^\u0021-\u007E\u0080-\u00FF ]/g, '?').replaceAll(' ', '%20')

/** Resident memory of a process after some rest, in MB. */
async function residentMegabytes(pid: number): Promise<number> {
  let least = Infinity
  for (let look = 0; look < 5; look += 1) {
    await pause(REST_MILLISECONDS / 5)
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    least = Math.min(least, Number(kilobytes) / 1024)
  }
  return least
}
