import { randomUUID } from 'node:crypto'
import { Agent, get, request } from 'node:http'
import type { ClientRequest } from 'node:http'
import type { LoopDevice } from './closed-loop.ts'
import type { DayStep } from './musician-day.ts'
import type { PlayedDays } from './played-days.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const TIMEOUT_MILLISECONDS = 30_000

/** Closes the connections that are kept for further requests. */
export const closeDeviceConnections = () => agent.destroy()

/** Where the devices of a musician ask, and the origin that the servers know as theirs. */
type Places = { origin: string; phone: string; tablet: string; known: string }
type Answer = { status: string; body: string }

/** Sends what a musician's phone and tablet send on a day, and adds to `played` how it was answered. */
export class PlayedMusician {
  readonly #device: LoopDevice
  readonly #places: Places
  readonly #played: PlayedDays
  /** The revisions that both devices have. */
  #since = { phone: 0, tablet: 0 }
  #streams: ClientRequest[] = []
  /** Revisions of saves that the tablet has not seen, with the time at which each was due. */
  #unseen = new Map<number, number>()
  #isPulling = false
  #isTold = false

  constructor(device: LoopDevice, places: Places, played: PlayedDays) {
    this.#device = device
    this.#places = places
    this.#played = played
    this.#since = { phone: device.since, tablet: device.since }
  }

  async does(step: DayStep['does'], due: number): Promise<void> {
    if (step === 'save') return this.#save(due)
    if (step === 'close') return this.#close()
    if (step === 'send events')
      return this.#other(due, this.#ask(this.#places.phone, '/api/v1/events', EVENTS()))
    const which = step === 'open phone' ? 'phone' : 'tablet'
    await this.#other(due, this.#ask(this.#places[which], '/api/v1/session'))
    const opened = performance.now()
    await this.#other(opened, this.#pull(which))
    this.#listen(which)
  }

  async #save(due: number): Promise<void> {
    const { pieceId, partId } = this.#device
    const args = { id: randomUUID(), pieceId, partId, tempo: 90 }
    const change = { id: randomUUID(), kind: 'practice.add', at: Date.now(), args }
    const { status, body } = await this.#round('phone', [change])
    if (status !== '200' || !body.includes('"status":"applied"')) return
    this.#played.saveMilliseconds.push(performance.now() - due)
    this.#played.acknowledged += 1
    // Another save may have had a later revision and been seen meanwhile.
    const { revision } = JSON.parse(body)
    if (this.#since.tablet < revision) this.#unseen.set(revision, due)
    else this.#played.seenMilliseconds.push(performance.now() - due)
  }

  /** Opens a live stream. The tablet pulls when it is told of a revision that it does not have. */
  #listen(which: 'phone' | 'tablet'): void {
    this.#played.requests += 1
    const stream = get(`${this.#places[which]}/api/v1/live`, { agent, headers: this.#headers() }, answer => {
      this.#count(String(answer.statusCode))
      answer.setEncoding('utf8').on('data', () => {
        if (which === 'tablet') void this.#pullWhatIsNew()
      })
    })
    stream.on('error', () => {})
    this.#streams.push(stream)
  }

  /** One pull at a time, and another one if something was told meanwhile. */
  async #pullWhatIsNew(): Promise<void> {
    this.#isTold = true
    if (this.#isPulling) return
    this.#isPulling = true
    while (this.#isTold) {
      this.#isTold = false
      await this.#other(performance.now(), this.#pull('tablet'))
      this.#noteSeen()
    }
    this.#isPulling = false
  }

  #noteSeen(): void {
    const now = performance.now()
    for (const [revision, due] of this.#unseen)
      if (revision <= this.#since.tablet) {
        this.#unseen.delete(revision)
        this.#played.seenMilliseconds.push(now - due)
      }
  }

  #close(): void {
    for (const stream of this.#streams.splice(0)) stream.destroy()
    this.#unseen.clear()
  }

  async #other(due: number, answer: Promise<Answer>): Promise<void> {
    const { status } = await answer
    if (status.startsWith('2')) this.#played.otherMilliseconds.push(performance.now() - due)
  }

  #pull = (which: 'phone' | 'tablet') => this.#round(which, [])

  async #round(which: 'phone' | 'tablet', changes: object[]): Promise<Answer> {
    const { epoch } = this.#device
    const round = {
      clientId: which,
      schema: 1,
      epoch,
      clientNow: Date.now(),
      since: this.#since[which],
      entriesSince: this.#since[which],
      changes,
    }
    const answer = await this.#ask(this.#places[which], '/api/v1/sync', round)
    if (answer.status === '200') {
      const { revision, epoch } = JSON.parse(answer.body)
      this.#device.epoch = epoch
      this.#since[which] = Math.max(this.#since[which], revision)
    }
    return answer
  }

  #ask(node: string, path: string, body?: object): Promise<Answer> {
    this.#played.requests += 1
    const sent = body === undefined ? null : JSON.stringify(body)
    const headers = { ...this.#headers(), ...(sent !== null && JSON_HEADERS(sent)) }
    return new Promise(resolve => {
      const answered = (answer: Answer) => {
        this.#count(answer.status)
        resolve(answer)
      }
      const method = sent === null ? 'GET' : 'POST'
      const options = { method, headers, agent, timeout: TIMEOUT_MILLISECONDS }
      const outgoing = request(`${node}${path}`, options, incoming => {
        let body = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        incoming.on('end', () => answered({ status: String(incoming.statusCode), body }))
        incoming.on('error', () => answered({ status: 'none', body }))
      })
      outgoing.on('error', () => answered({ status: 'none', body: '' }))
      outgoing.on('timeout', () => outgoing.destroy())
      outgoing.end(sent ?? undefined)
    })
  }

  #headers = () => ({
    origin: this.#places.known,
    cookie: this.#device.cookie,
    'x-forwarded-for': addressOf(this.#device.user),
  })

  #count(status: string): void {
    const { statuses } = this.#played
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}

const JSON_HEADERS = (body: string) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
})

const EVENTS = () => ({ events: [{ name: 'start_practice', at: Date.now() }] })

/** An address of its own for each musician, as a proxy would name it, because the server limits requests by address. */
function addressOf(user: string): string {
  let hash = 0
  for (const character of user) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`
}
