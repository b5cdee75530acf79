import { parseChange, type Change } from '#core/library/change.ts'
import { fillDetails } from '#core/library/fields.ts'
import { applyChange } from '#core/library/apply-change.ts'
import {
  EMPTY_LIBRARY,
  undeletedPieces,
  undeletedPartsOf,
  withUpsertedRows,
  type LibraryWithNeededEntries,
  type RowsWithEntries,
} from '#core/library/library.ts'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { correctClientStamp, newestEditStampOfRows } from '#core/library/merge.ts'
import { rowsAddPiecesOrParts, checkChangeAgainstPlanLimits, type StripeRole } from '#core/plan/plan.ts'
import { parseSyncRequest, type SyncResponse, type SyncChangeResult } from '#core/protocol/sync-protocol.ts'

const DAY = 86_400_000
/** Small, so that most libraries need several pages. */
const ROWS_PER_PAGE = 8

export type ServerReply = { status: number; body: string }

export type TorturedServer = {
  post(body: string, now: number): Promise<ServerReply>
  setRole(role: StripeRole): Promise<void>
  /** Returns a function that restores this state under a new epoch. */
  backUp(): Promise<() => Promise<void>>
  runJobs(now: number): Promise<void>
  library(): Promise<LibraryWithNeededEntries>
  revision(): Promise<number>
}

export type PlantedFaults = {
  dropsAppliedChange?: (change: Change) => boolean
  appliesDuplicates?: boolean
  ignoresStamps?: boolean
}

type State = {
  library: LibraryWithNeededEntries
  revision: number
  minimumRevision: number
  known: ReadonlyMap<string, number>
}

/** Uses only core's rules; real-server.test.ts compares the real server with it. */
export class ModelServer implements TorturedServer {
  #state: State = { library: EMPTY_LIBRARY, revision: 0, minimumRevision: 0, known: new Map() }
  #epoch = 'epoch 1'
  #epochs = 1
  #role: StripeRole
  readonly #faults: PlantedFaults
  readonly #rowsPerPage: number

  constructor(role: StripeRole, faults: PlantedFaults = {}, rowsPerPage = ROWS_PER_PAGE) {
    this.#role = role
    this.#faults = faults
    this.#rowsPerPage = rowsPerPage
  }

  async post(body: string, now: number) {
    const parsed = parseSyncRequest(JSON.parse(body))
    if (parsed.kind !== 'request') throw new Error(parsed.kind)
    const { changes, clientNow, since, entriesSince, epoch } = parsed.request
    const results = changes.map(change => this.#resultOf(change, clientNow, now))
    const { revision, minimumRevision } = this.#state
    const isFirst = epoch === null && since === 0
    const isUnknown = epoch !== this.#epoch || Math.max(since, entriesSince) > revision
    const reset = !isFirst && (isUnknown || (since > 0 && since < minimumRevision))
    const page = reset ? this.#page(0, 0) : this.#page(since, entriesSince)
    const answer: SyncResponse = { results, reset, epoch: this.#epoch, now, plan: this.#role, ...page }
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
    const before = now - RETENTION_PERIODS.deletedDays * DAY
    const isOld = (row: { deletedAt: number | null } | undefined) => (row?.deletedAt ?? now) < before
    const pieces = [...library.pieces.values()].filter(isOld)
    const parts = [...library.parts.values()].filter(
      part => isOld(part) || isOld(library.pieces.get(part.pieceId)),
    )
    const deletedIds = new Set<string>([...pieces, ...parts].map(({ id }) => id))
    const withoutDeleted = <Id extends string, Row>(rows: ReadonlyMap<Id, Row>) =>
      new Map([...rows].filter(([id]) => !deletedIds.has(id)))
    this.#state = {
      ...this.#state,
      library: { ...library, pieces: withoutDeleted(library.pieces), parts: withoutDeleted(library.parts) },
      minimumRevision: Math.max(minimumRevision, ...[...pieces, ...parts].map(({ revision }) => revision)),
      known: new Map([...known].filter(([, at]) => at >= now - RETENTION_PERIODS.changeDays * DAY)),
    }
  }

  library = async () => this.#state.library
  revision = async () => this.#state.revision

  #resultOf(input: { id: string }, clientNow: number, now: number): SyncChangeResult {
    const { id } = input
    const { library, known } = this.#state
    const isKnown = known.has(id)
    if (isKnown && this.#faults.appliesDuplicates !== true) return { id, status: 'duplicate' }
    const parsed = parseChange(input)
    if (parsed.kind === 'rejected') return { id, status: 'rejected', code: parsed.code }
    const change = this.#stamped(parsed.change, clientNow, now)
    const outcome = applyChange(library, change)
    if (outcome.kind === 'rejected') return { id, status: 'rejected', code: outcome.code }
    const { rows } = outcome
    if (rowsAddPiecesOrParts(library, rows)) {
      const partsIn = (piece: Parameters<typeof undeletedPartsOf>[1]) =>
        undeletedPartsOf(library, piece).length
      const holdings = { pieces: undeletedPieces(library).length, partsOf: partsIn }
      const admission = checkChangeAgainstPlanLimits(change, holdings, this.#role)
      if (admission.kind === 'rejected') return { id, status: 'rejected', code: admission.because }
    }
    const isDropped = this.#faults.dropsAppliedChange?.(change) === true
    const revision = this.#state.revision + 1
    const written = isDropped ? library : withUpsertedRows(library, withRevision(rows, revision))
    this.#state = {
      ...this.#state,
      library: isKnown && change.kind === 'practice.add' ? withDuplicate(written, change, revision) : written,
      revision,
      known: new Map(known).set(id, now),
    }
    return { id, status: isKnown ? 'duplicate' : 'applied' }
  }

  #stamped(change: Change, clientNow: number, now: number): Change {
    const at = correctClientStamp(change.at, clientNow, now)
    if (this.#faults.ignoresStamps !== true) return { ...change, at }
    return { ...change, at: Math.max(at, newestEditStampOfRows(this.#state.library)) }
  }

  #page(since: number, entriesSince: number): Omit<ResponsePage, 'reset' | 'epoch'> {
    const { library, revision, minimumRevision } = this.#state
    const [pieces, parts] = [[...library.pieces.values()], [...library.parts.values()]]
    const practice = [...library.practice.values()]
    const end = endOfPage([...pieces, ...parts], since, revision, this.#rowsPerPage)
    const until = Math.max(end, Math.min(revision, minimumRevision))
    const isNew = (row: { revision: number }) => row.revision > since && row.revision <= until
    const isEntriesTurn = (since > 0 || practice.length === 0) && until === revision
    const entriesUntil = isEntriesTurn
      ? endOfPage(practice, entriesSince, revision, this.#rowsPerPage)
      : entriesSince
    return {
      revision: until,
      more: until < revision,
      rows: { pieces: pieces.filter(isNew), parts: parts.filter(isNew) },
      entries: practice.filter(row => row.revision > entriesSince && row.revision <= entriesUntil),
      entriesRevision: entriesUntil,
      moreEntries: entriesUntil < revision,
    }
  }
}

type ResponsePage = Omit<SyncResponse, 'results' | 'now' | 'plan'>

/**
 * The last revision whose rows all fit into a page of `most`, at least the first one; `end` if none is newer than
 * `since`.
 */
function endOfPage(rows: readonly { revision: number }[], since: number, end: number, most: number): number {
  const newer = rows.map(row => row.revision).filter(number => number > since)
  const next = newer.toSorted((a, b) => a - b)
  const [first, last] = [next[0], next[most]]
  if (first === undefined || last === undefined) return end
  return first < last ? last - 1 : last
}

function withDuplicate(
  library: LibraryWithNeededEntries,
  { args, at }: Extract<Change, { kind: 'practice.add' }>,
  revision: number,
): LibraryWithNeededEntries {
  const id = args.id.replace(/^b/, 'd') as typeof args.id
  const details = fillDetails(args)
  const duplicate = { ...args, ...details, id, at, retractedAt: null, revision }
  return withUpsertedRows(library, { pieces: [], parts: [], practice: [duplicate] })
}

const withRevision = (rows: RowsWithEntries, revision: number): RowsWithEntries => ({
  pieces: rows.pieces.map(row => ({ ...row, revision })),
  parts: rows.parts.map(row => ({ ...row, revision })),
  practice: rows.practice.map(row => ({ ...row, revision })),
})
