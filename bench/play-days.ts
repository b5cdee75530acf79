import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, request, type ClientRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { LoopDevice } from './closed-loop.ts'
import { playedDaysSchema, SAVES_PER_DAY, inputSchema, type PlayedDays } from './played-days.ts'

// Runs in a separate process, so that sending does not slow down what is measured. Reads its options from standard input. Days
// begin at equal intervals, whether or not earlier requests were answered (an open loop). Times count from when a request
// was due, so that a server that stalls does not get fewer requests (no coordinated omission).
const { origins, devices, daysPerSecond, seconds, daySeconds } = inputSchema.parse(await json(process.stdin))
const TIMEOUT_MILLISECONDS = 30_000
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const played: PlayedDays = {
  days: Math.round(daysPerSecond * seconds),
  requests: 0,
  statuses: {},
  saveMilliseconds: [],
  otherMilliseconds: [],
  seenMilliseconds: [],
  healthMilliseconds: [],
}

type DeviceName = 'phone' | 'tablet'
type Answer = { status: string; body: string }

function count(status: string): void {
  played.statuses[status] = (played.statuses[status] ?? 0) + 1
}

function send(address: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  played.requests += 1
  const text = body === undefined ? null : JSON.stringify(body)
  const bodyHeaders = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text ?? '') }
  return new Promise(resolve => {
    const finish = (status: string, body: string) => {
      count(status)
      resolve({ status, body })
    }
    const options = {
      agent,
      timeout: TIMEOUT_MILLISECONDS,
      headers: { ...headers, ...(text !== null && bodyHeaders) },
    }
    const outgoing = request(address, { ...options, method: text === null ? 'GET' : 'POST' }, incoming => {
      let received = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
      incoming.on('end', () => finish(String(incoming.statusCode), received))
      incoming.on('error', () => finish('none', received))
    })
    outgoing.on('error', () => finish('none', ''))
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.end(text ?? undefined)
  })
}

class SimulatedMusician {
  readonly #device: LoopDevice
  readonly #origins: Record<DeviceName, string>
  readonly #headers: Record<string, string>
  readonly #since: Record<DeviceName, number>
  readonly #streams: ClientRequest[] = []
  /** When each save was due, by its revision, until the tablet has pulled it. */
  readonly #unseen = new Map<number, number>()
  #isPulling = false
  #needsPull = false

  constructor(device: LoopDevice, number: number) {
    const at = (node: number) => origins[(number + node) % origins.length] ?? ''
    this.#device = device
    // The phone saves to one server; the tablet has its live stream from another one.
    this.#origins = { phone: at(0), tablet: at(1) }
    this.#since = { phone: device.since, tablet: device.since }
    // Each musician has a different address, because the server limits requests per address.
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    // All servers are configured with the first origin.
    this.#headers = { origin: origins[0] ?? '', cookie: device.session, 'x-forwarded-for': address }
  }

  async open(name: DeviceName, due: number): Promise<void> {
    await this.#send(name, due, '/api/v1/session')
    await this.#pull(name)
    played.requests += 1
    const stream = get(`${this.#origins[name]}/api/v1/live`, { agent, headers: this.#headers }, answer => {
      count(String(answer.statusCode))
      answer.on('data', () => {
        if (name === 'tablet') void this.#pullNewRows()
      })
    })
    stream.on('error', () => {})
    this.#streams.push(stream)
  }

  async save(due: number): Promise<void> {
    const { pieceId, partId } = this.#device
    const args = { id: randomUUID(), pieceId, partId, tempo: 90 }
    const change = { id: randomUUID(), kind: 'practice.add', at: Date.now(), args }
    const { status, body } = await this.#round('phone', [change])
    if (status !== '200' || !body.includes('"status":"applied"')) return
    played.saveMilliseconds.push(performance.now() - due)
    // The tablet may already have pulled it.
    this.#unseen.set(JSON.parse(body).revision, due)
    this.#noteSeen()
  }

  async sendEvents(due: number): Promise<void> {
    await this.#send('phone', due, '/api/v1/events', { events: [{ name: 'start_practice', at: Date.now() }] })
  }

  async close(): Promise<void> {
    for (const stream of this.#streams.splice(0)) stream.destroy()
    this.#unseen.clear()
  }

  async #pullNewRows(): Promise<void> {
    this.#needsPull = true
    if (this.#isPulling) return
    this.#isPulling = true
    while (this.#needsPull) {
      this.#needsPull = false
      await this.#pull('tablet')
      this.#noteSeen()
    }
    this.#isPulling = false
  }

  #noteSeen(): void {
    for (const [revision, due] of this.#unseen)
      if (revision <= this.#since.tablet) {
        this.#unseen.delete(revision)
        played.seenMilliseconds.push(performance.now() - due)
      }
  }

  async #pull(name: DeviceName): Promise<void> {
    const due = performance.now()
    const { status } = await this.#round(name, [])
    if (status === '200') played.otherMilliseconds.push(performance.now() - due)
  }

  async #send(name: DeviceName, due: number, path: string, body?: object): Promise<void> {
    const { status } = await send(this.#origins[name] + path, this.#headers, body)
    if (status.startsWith('2')) played.otherMilliseconds.push(performance.now() - due)
  }

  async #round(name: DeviceName, changes: object[]): Promise<Answer> {
    const { epoch } = this.#device
    const since = this.#since[name]
    const round = { clientId: name, schema: 1, epoch, clientNow: Date.now(), since, entriesSince: since }
    const answer = await send(`${this.#origins[name]}/api/v1/sync`, this.#headers, { ...round, changes })
    if (answer.status === '200') {
      const { revision, epoch } = JSON.parse(answer.body)
      this.#device.epoch = epoch
      this.#since[name] = Math.max(since, this.#since[name], revision)
    }
    return answer
  }
}

type Step = { at: number; run: (musician: SimulatedMusician, due: number) => Promise<void> }

const stepsOfDay: Step[] = [
  { at: 0, run: (musician, due) => musician.open('phone', due) },
  { at: 0.03, run: (musician, due) => musician.open('tablet', due) },
  ...Array.from({ length: SAVES_PER_DAY }, (_, save): Step => {
    const at = 0.1 + (0.85 * save) / SAVES_PER_DAY
    return { at, run: (musician, due) => musician.save(due) }
  }),
  { at: 0.5, run: (musician, due) => musician.sendEvents(due) },
  { at: 1, run: musician => musician.close() },
]

const musicians = devices.map((device, number) => new SimulatedMusician(device, number))
const startedAt = performance.now() + 100
const steps = Array.from({ length: played.days }, (_, day) =>
  stepsOfDay.map(({ at, run }) => ({
    due: startedAt + (day / daysPerSecond + at * daySeconds) * 1000,
    run,
    musician: musicians[day % musicians.length],
  })),
)
const pending: Promise<void>[] = []
const workerData = { origin: origins[0], seconds: seconds + daySeconds }
const health = once(new Worker(new URL('ask-health.ts', import.meta.url), { workerData }), 'message')
for (const { due, run, musician } of steps.flat().toSorted((one, other) => one.due - other.due)) {
  while (performance.now() < due) await new Promise(resolve => setTimeout(resolve, 2))
  if (musician !== undefined) pending.push(run(musician, due))
}
await Promise.all(pending)
const [healthMilliseconds] = await health
console.log(JSON.stringify(playedDaysSchema.parse({ ...played, healthMilliseconds })))
agent.destroy()
