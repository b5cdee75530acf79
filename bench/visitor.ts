import { setTimeout as pause } from 'node:timers/promises'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import { quantile } from './bars.ts'

const PAUSE_MILLISECONDS = 10
/** The visitor's address, with a proxy or as one would name it: not the attacker's, but where both are at one school. */
export const VISITOR_ADDRESS = '127.0.0.1'
const FROM = { 'x-forwarded-for': VISITOR_ADDRESS }

/** A signed-in user who constantly requests the session and saves tempos of one piece. */
export class BusyVisitor {
  readonly cookie: string
  readonly piece
  readonly #origin: string
  /** Where requests are sent to: the origin, or that of a proxy before it. */
  door: string
  /** How many tempos the server has said to be saved. */
  saved = 0

  constructor(
    origin: string,
    cookie: string,
    piece = { userId: '', pieceId: randomPieceId(), partId: randomPartId() },
  ) {
    this.#origin = origin
    this.door = origin
    this.cookie = cookie
    this.piece = piece
  }

  async withPiece(): Promise<this> {
    const { user } = await (
      await fetch(`${this.door}/api/v1/session`, { headers: { cookie: this.cookie } })
    ).json()
    this.piece.userId = user.id
    const { pieceId, partId } = this.piece
    await this.#sync(createPiece({ pieceId, partIds: [partId], at: Date.now() }))
    return this
  }

  /** Requests the session, saves a tempo and asks for health, by turns for so long, and adds how long each took. */
  async visitFor(milliseconds: number, visits = new Visits()): Promise<Visits> {
    const { pieceId, partId } = this.piece
    const signal = AbortSignal.timeout(milliseconds)
    while (!signal.aborted) {
      await visits.time('session', () =>
        fetch(`${this.door}/api/v1/session`, { headers: { ...FROM, cookie: this.cookie } }),
      )
      await visits.time('save', () => this.#sync(addPracticeEntry(pieceId, partId, { at: Date.now() })))
      await visits.time('health', () =>
        fetch(`${this.door}/healthz`, { headers: { ...FROM, connection: 'close' } }),
      )
      await pause(PAUSE_MILLISECONDS)
    }
    return visits
  }

  async #sync(change: { id: string }): Promise<Response> {
    const round = {
      clientId: 'visitor',
      schema: 1,
      epoch: null,
      clientNow: Date.now(),
      since: 0,
      entriesSince: 0,
      changes: [change],
    }
    const answer = await fetch(`${this.door}/api/v1/sync`, {
      method: 'POST',
      headers: { ...FROM, cookie: this.cookie, origin: this.#origin, 'content-type': 'application/json' },
      body: JSON.stringify(round),
    })
    if (answer.ok) this.saved += 1
    return answer
  }
}

/** The duration of each request in milliseconds, and the number of refused ones. */
export class Visits {
  readonly #times: Record<'session' | 'save' | 'health', number[]> = { session: [], save: [], health: [] }
  refused = 0

  async time(kind: 'session' | 'save' | 'health', send: () => Promise<Response>): Promise<void> {
    const started = performance.now()
    const answer = await send().catch(() => null)
    await answer?.arrayBuffer()
    this.#times[kind].push(performance.now() - started)
    if (answer?.ok !== true) this.refused += 1
  }

  /** The greater of the medians of both requests of the user, each as a multiple of its median elsewhere. */
  timesMedianOf(other: Visits): number {
    const times = (kind: 'session' | 'save') =>
      quantile(this.#times[kind], 0.5) / quantile(other.#times[kind], 0.5)
    return Math.max(times('session'), times('save'))
  }

  get longest(): number {
    return Math.max(...Object.values(this.#times).flat())
  }

  get healthP99(): number {
    return quantile(this.#times.health, 0.99)
  }

  /** The median of the user's requests of both kinds together. */
  get median(): number {
    return quantile([...this.#times.session, ...this.#times.save], 0.5)
  }
}
