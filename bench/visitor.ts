import { setTimeout as pause } from 'node:timers/promises'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'

const PAUSE_MILLISECONDS = 10
/** The visitor's address, as the proxy names it: not the attacker's, but where both are at one school. */
export const VISITOR_ADDRESS = '203.0.113.5'
const FROM = { 'x-forwarded-for': VISITOR_ADDRESS }

/** A signed-in user who constantly requests the session and saves tempos of one piece. */
export class BusyVisitor {
  readonly cookie: string
  readonly piece
  readonly #origin: string

  constructor(
    origin: string,
    cookie: string,
    piece = { userId: '', pieceId: randomPieceId(), partId: randomPartId() },
  ) {
    this.#origin = origin
    this.cookie = cookie
    this.piece = piece
  }

  async withPiece(): Promise<this> {
    const { user } = await (
      await fetch(`${this.#origin}/api/v1/session`, { headers: { cookie: this.cookie } })
    ).json()
    this.piece.userId = user.id
    const { pieceId, partId } = this.piece
    await this.#sync(createPiece({ pieceId, partIds: [partId], at: Date.now() }))
    return this
  }

  /** Sends both requests by turns for so long, and adds how long each took. */
  async visitFor(milliseconds: number, visits = new Visits()): Promise<Visits> {
    const { pieceId, partId } = this.piece
    const signal = AbortSignal.timeout(milliseconds)
    while (!signal.aborted) {
      await visits.time('session', () =>
        fetch(`${this.#origin}/api/v1/session`, { headers: { ...FROM, cookie: this.cookie } }),
      )
      await visits.time('save', () => this.#sync(addPracticeEntry(pieceId, partId, { at: Date.now() })))
      await visits.time('health', () =>
        fetch(`${this.#origin}/healthz`, { headers: { ...FROM, connection: 'close' } }),
      )
      await pause(PAUSE_MILLISECONDS)
    }
    return visits
  }

  #sync(change: { id: string }): Promise<Response> {
    const round = {
      clientId: 'visitor',
      schema: 1,
      epoch: null,
      clientNow: Date.now(),
      since: 0,
      entriesSince: 0,
      changes: [change],
    }
    return fetch(`${this.#origin}/api/v1/sync`, {
      method: 'POST',
      headers: { ...FROM, cookie: this.cookie, origin: this.#origin, 'content-type': 'application/json' },
      body: JSON.stringify(round),
    })
  }
}

const KINDS = ['session', 'save', 'health'] as const
type Kind = (typeof KINDS)[number]

/** The duration of each request in milliseconds, and the number of refused ones. */
export class Visits {
  readonly #times = { session: [0], save: [0], health: [0] }
  #refused = 0

  constructor() {
    for (const kind of KINDS) this.#times[kind].length = 0
  }

  async time(kind: Kind, send: () => Promise<Response>): Promise<void> {
    const started = performance.now()
    const answer = await send()
    await answer.arrayBuffer()
    this.#times[kind].push(performance.now() - started)
    if (!answer.ok) this.#refused += 1
  }

  at(kind: Kind, share: number): number {
    const sorted = this.#times[kind].toSorted((one, other) => one - other)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Infinity
  }

  get refused(): number {
    return this.#refused
  }

  /** The greater of the medians of both requests of the user, each as a multiple of its median in quiet. */
  timesMedianOf(quiet: Visits): number {
    return Math.max(...(['session', 'save'] as const).map(kind => this.at(kind, 0.5) / quiet.at(kind, 0.5)))
  }

  get longest(): number {
    return Math.max(...KINDS.map(kind => this.at(kind, 1)))
  }

  /** In quiet: the medians and the longest. */
  summary(): string {
    const told = KINDS.map(
      kind => `${kind} median ${this.at(kind, 0.5).toFixed(1)} ms, longest ${this.at(kind, 1).toFixed(0)} ms`,
    )
    return `${told.join('; ')}; refused ${this.#refused}`
  }

  /** How much longer than the median in quiet: most of the requests, and the longest one. */
  against(quiet: Visits): string {
    const told = KINDS.map(kind => {
      const times = (share: number) => (this.at(kind, share) / quiet.at(kind, 0.5)).toFixed(1)
      return `${kind} median × ${times(0.5)}, 95 of 100 below × ${times(0.95)}, longest × ${times(1)} (${this.at(kind, 1).toFixed(0)} ms)`
    })
    return `${told.join('; ')}; refused ${this.#refused}`
  }
}
