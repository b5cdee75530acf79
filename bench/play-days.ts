import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, request, type ClientRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { LoopDevice } from './closed-loop.ts'
import { playedDaysSchema, SAVES_PER_DAY, toPlaySchema, type PlayedDays } from './played-days.ts'

// A process of its own, so that sending does not slow what is measured. Reads what to play from standard input: days that
// begin at equal distances, whether or not earlier ones were answered (an open loop). Every time counts from the moment at
// which a request was due, so that a server that stands still is not asked less (no coordinated omission).
const { origins, devices, daysPerSecond, seconds, daySeconds } = toPlaySchema.parse(await json(process.stdin))
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

type Which = 'phone' | 'tablet'
type Answer = { status: string; body: string }

function count(status: string): void {
  played.statuses[status] = (played.statuses[status] ?? 0) + 1
}

function send(address: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  played.requests += 1
  const sent = body === undefined ? null : JSON.stringify(body)
  const ofBody = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent ?? '') }
  return new Promise(resolve => {
    const answered = (status: string, body: string) => {
      count(status)
      resolve({ status, body })
    }
    const options = {
      agent,
      timeout: TIMEOUT_MILLISECONDS,
      headers: { ...headers, ...(sent !== null && ofBody) },
    }
    const outgoing = request(address, { ...options, method: sent === null ? 'GET' : 'POST' }, incoming => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      incoming.on('end', () => answered(String(incoming.statusCode), text))
      incoming.on('error', () => answered('none', text))
    })
    outgoing.on('error', () => answered('none', ''))
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.end(sent ?? undefined)
  })
}

/** What a musician's phone and tablet send on a day. */
class PlayedMusician {
  readonly #device: LoopDevice
  readonly #places: Record<Which, string>
  readonly #headers: Record<string, string>
  /** The revisions that both devices have. */
  readonly #since: Record<Which, number>
  readonly #streams: ClientRequest[] = []
  /** Revisions of saves that the tablet has not seen, with the time at which each was due. */
  readonly #unseen = new Map<number, number>()
  #isPulling = false
  #isTold = false

  constructor(device: LoopDevice, number: number) {
    const at = (node: number) => origins[(number + node) % origins.length] ?? ''
    this.#device = device
    // The tablet listens at another server than the phone saves at.
    this.#places = { phone: at(0), tablet: at(1) }
    this.#since = { phone: device.since, tablet: device.since }
    // An address of its own for each musician, as a proxy would name it, because the server limits requests by address.
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    // Every server knows the first origin as its own.
    this.#headers = { origin: origins[0] ?? '', cookie: device.session, 'x-forwarded-for': address }
  }

  async open(which: Which, due: number): Promise<void> {
    await this.#ask(which, due, '/api/v1/session')
    await this.#pull(which)
    played.requests += 1
    const stream = get(`${this.#places[which]}/api/v1/live`, { agent, headers: this.#headers }, answer => {
      count(String(answer.statusCode))
      answer.on('data', () => {
        if (which === 'tablet') void this.#pullWhatIsNew()
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
    // Another save may have had a later revision and been seen meanwhile.
    this.#unseen.set(JSON.parse(body).revision, due)
    this.#noteSeen()
  }

  async sendEvents(due: number): Promise<void> {
    await this.#ask('phone', due, '/api/v1/events', { events: [{ name: 'start_practice', at: Date.now() }] })
  }

  async close(): Promise<void> {
    for (const stream of this.#streams.splice(0)) stream.destroy()
    this.#unseen.clear()
  }

  /** One pull at a time, and another one if something was told meanwhile. */
  async #pullWhatIsNew(): Promise<void> {
    this.#isTold = true
    if (this.#isPulling) return
    this.#isPulling = true
    while (this.#isTold) {
      this.#isTold = false
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

  async #pull(which: Which): Promise<void> {
    const due = performance.now()
    const { status } = await this.#round(which, [])
    if (status === '200') played.otherMilliseconds.push(performance.now() - due)
  }

  async #ask(which: Which, due: number, path: string, body?: object): Promise<void> {
    const { status } = await send(this.#places[which] + path, this.#headers, body)
    if (status.startsWith('2')) played.otherMilliseconds.push(performance.now() - due)
  }

  async #round(which: Which, changes: object[]): Promise<Answer> {
    const { epoch } = this.#device
    const since = this.#since[which]
    const own = { clientId: which, schema: 1, epoch, clientNow: Date.now(), since, entriesSince: since }
    const answer = await send(`${this.#places[which]}/api/v1/sync`, this.#headers, { ...own, changes })
    if (answer.status === '200') {
      const { revision, epoch } = JSON.parse(answer.body)
      this.#device.epoch = epoch
      this.#since[which] = Math.max(since, this.#since[which], revision)
    }
    return answer
  }
}

type Step = { at: number; does: (musician: PlayedMusician, due: number) => Promise<void> }

/** A day, in order: `at` is the part of its length at which a step is due, from 0 to 1. */
const stepsOfDay: Step[] = [
  { at: 0, does: (musician, due) => musician.open('phone', due) },
  { at: 0.03, does: (musician, due) => musician.open('tablet', due) },
  ...Array.from({ length: SAVES_PER_DAY }, (_, save): Step => {
    const at = 0.1 + (0.85 * save) / SAVES_PER_DAY
    return { at, does: (musician, due) => musician.save(due) }
  }),
  { at: 0.5, does: (musician, due) => musician.sendEvents(due) },
  { at: 1, does: musician => musician.close() },
]

const musicians = devices.map((device, number) => new PlayedMusician(device, number))
const begun = performance.now() + 100
const steps = Array.from({ length: played.days }, (_, day) =>
  stepsOfDay.map(({ at, does }) => ({
    due: begun + (day / daysPerSecond + at * daySeconds) * 1000,
    does,
    musician: musicians[day % musicians.length],
  })),
)
const pending: Promise<void>[] = []
const workerData = { origin: origins[0], seconds: seconds + daySeconds }
const health = once(new Worker(new URL('ask-health.ts', import.meta.url), { workerData }), 'message')
for (const { due, does, musician } of steps.flat().toSorted((one, other) => one.due - other.due)) {
  while (performance.now() < due) await new Promise(resolve => setTimeout(resolve, 2))
  if (musician !== undefined) pending.push(does(musician, due))
}
await Promise.all(pending)
const [healthMilliseconds] = await health
console.log(JSON.stringify(playedDaysSchema.parse({ ...played, healthMilliseconds })))
agent.destroy()
