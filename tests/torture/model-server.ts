import { parseChange, type Change } from '#core/change.ts'
import {
  applyChange,
  EMPTY_LIBRARY,
  livingPieces,
  partsOf,
  withRows,
  type Library,
  type Rows,
} from '#core/library.ts'
import { LIFETIMES } from '#core/lifetimes.ts'
import { correctedAt } from '#core/merge.ts'
import { admissionOf, type StripeRole } from '#core/plan.ts'
import { parseSyncRequest, type SyncAnswer, type SyncResult } from '#core/sync-protocol.ts'
import type { TorturedServer } from './tortured-server.ts'

const DAY = 86_400_000
/** So few that most answers come in pages. */
const ROWS_PER_PAGE = 8

/** Faults that a server might have, planted to see whether they are found. */
export type Faults = {
  /** It says that a change was applied, and forgets it. */
  drops?: (change: Change) => boolean
  /** It does not know again what it has applied, and every saved tempo it gets is another one. */
  appliesAgain?: boolean
  /** Of two edits of a field the one that arrives later stands, whatever their stamps. */
  comparesNoStamps?: boolean
}

type State = {
  library: Library
  revision: number
  minimumRevision: number
  known: ReadonlyMap<string, number>
}

/** The server in a hundred lines, made of nothing but the rules of core: what the real one must not contradict. */
export class ModelServer implements TorturedServer {
  #state: State = { library: EMPTY_LIBRARY, revision: 0, minimumRevision: 0, known: new Map() }
  #epoch = 'epoch 1'
  #epochs = 1
  #role: StripeRole
  readonly #faults: Faults
  readonly #rowsPerPage: number

  constructor(role: StripeRole, faults: Faults = {}, rowsPerPage = ROWS_PER_PAGE) {
    this.#role = role
    this.#faults = faults
    this.#rowsPerPage = rowsPerPage
  }

  async post(body: string, now: number) {
    const parsed = parseSyncRequest(JSON.parse(body))
    if (parsed.kind !== 'request') throw new Error(parsed.kind)
    const { changes, clientNow, since, epoch } = parsed.request
    const results = changes.map(change => this.#resultOf(change, clientNow, now))
    const { revision, minimumRevision } = this.#state
    const isFirst = epoch === null && since === 0
    const reset =
      !isFirst && (epoch !== this.#epoch || since > revision || (since > 0 && since < minimumRevision))
    const { until, rows } = this.#page(reset ? 0 : since)
    const answer: SyncAnswer = {
      results,
      reset,
      epoch: this.#epoch,
      revision: until,
      more: until < revision,
      now,
      plan: this.#role,
      rows,
    }
    return { status: 200, body: JSON.stringify(answer) }
  }

  async setRole(role: StripeRole) {
    this.#role = role
  }

  async backUp() {
    const state = this.#state
    return async () => {
      this.#state = state
      this.#epoch = `epoch ${++this.#epochs}`
    }
  }

  async runJobs(now: number) {
    const { library, minimumRevision, known } = this.#state
    const before = now - LIFETIMES.deletedDays * DAY
    const isOld = (row: { deletedAt: number | null } | undefined) => (row?.deletedAt ?? now) < before
    const pieces = [...library.pieces.values()].filter(isOld)
    const parts = [...library.parts.values()].filter(
      part => isOld(part) || isOld(library.pieces.get(part.pieceId)),
    )
    const gone = new Set<string>([...pieces, ...parts].map(({ id }) => id))
    const left = <Id extends string, Row>(rows: ReadonlyMap<Id, Row>) =>
      new Map([...rows].filter(([id]) => !gone.has(id)))
    this.#state = {
      ...this.#state,
      library: { ...library, pieces: left(library.pieces), parts: left(library.parts) },
      minimumRevision: Math.max(minimumRevision, ...[...pieces, ...parts].map(({ revision }) => revision)),
      known: new Map([...known].filter(([, at]) => at >= now - LIFETIMES.changeDays * DAY)),
    }
  }

  library = async () => this.#state.library
  revision = async () => this.#state.revision

  #resultOf(input: { id: string }, clientNow: number, now: number): SyncResult {
    const { id } = input
    const { library, known } = this.#state
    const isKnown = known.has(id)
    if (isKnown && this.#faults.appliesAgain !== true) return { id, status: 'duplicate' }
    const parsed = parseChange(input)
    if (parsed.kind === 'refused') return { id, status: 'rejected', code: parsed.code }
    const change = this.#stamped(parsed.change, clientNow, now)
    const outcome = applyChange(library, change)
    if (outcome.kind === 'refused') return { id, status: 'rejected', code: outcome.code }
    const { rows } = outcome
    if (rows.pieces.length + rows.parts.length > 0) {
      const partsIn = (piece: Parameters<typeof partsOf>[1]) => partsOf(library, piece).length
      const holdings = { pieces: livingPieces(library).length, partsOf: partsIn }
      const admission = admissionOf(change, holdings, this.#role)
      if (admission.kind === 'refused') return { id, status: 'rejected', code: admission.because }
    }
    const isDropped = this.#faults.drops?.(change) === true
    const revision = this.#state.revision + 1
    const written = isDropped ? library : withRows(library, numbered(rows, revision))
    this.#state = {
      ...this.#state,
      library: isKnown && change.kind === 'practice.add' ? withEcho(written, change, revision) : written,
      revision,
      known: new Map(known).set(id, now),
    }
    return { id, status: isKnown ? 'duplicate' : 'applied' }
  }

  #stamped(change: Change, clientNow: number, now: number): Change {
    const at = correctedAt(change.at, clientNow, now)
    if (this.#faults.comparesNoStamps !== true) return { ...change, at }
    const { pieces, parts } = this.#state.library
    const stamps = [...pieces.values()].map(({ updatedAt }) => updatedAt)
    return { ...change, at: Math.max(at, ...stamps, ...[...parts.values()].map(({ tempoAt }) => tempoAt)) }
  }

  #page(since: number): { until: number; rows: Rows } {
    const { library, revision, minimumRevision } = this.#state
    const all = [...library.pieces.values(), ...library.parts.values(), ...library.practice.values()]
    const revisions = all.map(row => row.revision).filter(number => number > since)
    const [first, last] = [Math.min(...revisions), revisions.toSorted((a, b) => a - b)[this.#rowsPerPage]]
    const whole = last === undefined ? revision : first < last ? last - 1 : last
    const until = Math.max(whole, Math.min(revision, minimumRevision))
    const isOf = (row: { revision: number; deletedAt?: number | null }) =>
      row.revision > since && row.revision <= until && (since > 0 || (row.deletedAt ?? null) === null)
    return {
      until,
      rows: {
        pieces: [...library.pieces.values()].filter(isOf),
        parts: [...library.parts.values()].filter(isOf),
        practice: [...library.practice.values()].filter(isOf),
      },
    }
  }
}

/** The entry of a change a second time, under an id of its own. */
function withEcho(
  library: Library,
  { args, at }: Extract<Change, { kind: 'practice.add' }>,
  revision: number,
): Library {
  const id = args.id.replace(/^b/, 'd') as typeof args.id
  const echo = { ...args, id, at, retractedAt: null, revision }
  return withRows(library, { pieces: [], parts: [], practice: [echo] })
}

const numbered = (rows: Rows, revision: number): Rows => ({
  pieces: rows.pieces.map(row => ({ ...row, revision })),
  parts: rows.parts.map(row => ({ ...row, revision })),
  practice: rows.practice.map(row => ({ ...row, revision })),
})
