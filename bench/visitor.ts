import { setTimeout as pause } from 'node:timers/promises'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import { quantile } from './bench-report.ts'

const PAUSE_MILLISECONDS = 10
/** Attacks come from other addresses, except for the one from the same school. */
export const VISITOR_ADDRESS = '127.0.0.1'
const HEADERS = { 'x-forwarded-for': VISITOR_ADDRESS }

export class BusyVisitor {
  readonly cookie: string
  readonly piece
  readonly #origin: string
  baseUrl: string
  saved = 0

  constructor(
    origin: string,
    cookie: string,
    piece = { userId: '', pieceId: randomPieceId(), partId: randomPartId() },
  ) {
    this.#origin = origin
    this.baseUrl = origin
    this.cookie = cookie
    this.piece = piece
  }

  async withPiece(): Promise<this> {
    const answer = await fetch(`${this.baseUrl}/api/v1/session`, { headers: { cookie: this.cookie } })
    const { user } = await answer.json()
    this.piece.userId = user.id
    const { pieceId, partId } = this.piece
    await this.#sync(createPiece({ pieceId, partIds: [partId], at: Date.now() }))
    return this
  }

  async visitFor(milliseconds: number, visits = new Visits()): Promise<Visits> {
    const { pieceId, partId } = this.piece
    const signal = AbortSignal.timeout(milliseconds)
    while (!signal.aborted) {
      await visits.time('session', () =>
        fetch(`${this.baseUrl}/api/v1/session`, { headers: { ...HEADERS, cookie: this.cookie } }),
      )
      await visits.time('save', () => this.#sync(addPracticeEntry(pieceId, partId, { at: Date.now() })))
      await visits.time('health', () =>
        fetch(`${this.baseUrl}/healthz`, { headers: { ...HEADERS, connection: 'close' } }),
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
    const answer = await fetch(`${this.baseUrl}/api/v1/sync`, {
      method: 'POST',
      headers: { ...HEADERS, cookie: this.cookie, origin: this.#origin, 'content-type': 'application/json' },
      body: JSON.stringify(round),
    })
    if (answer.ok) this.saved += 1
    return answer
  }
}

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

  get median(): number {
    return quantile([...this.#times.session, ...this.#times.save], 0.5)
  }
}
