import { parseChange, type Change, type Intention } from '#core/library/change.ts'
import { applyChange, replayChanges } from '#core/library/apply-change.ts'
import {
  EMPTY_LIBRARY,
  withAddedRows,
  type LibraryWithEntries,
  type RowsWithEntries,
} from '#core/library/library.ts'
import { correctClientStamp, nextEditStamp, adjustForClockOffset } from '#core/library/merge.ts'
import { newestEditStamp } from '#core/library/merge.ts'
import {
  parseSyncResponse,
  parseSyncRequest,
  createSyncRequest,
  type SyncResponse,
  type SyncChangeResult,
} from '#core/protocol/sync-protocol.ts'
import { changeId, NOON } from '#tests/library/builders.ts'

// A server and devices in fifty lines each, made of nothing but the rules of core: what the real ones must not
// contradict. Everything that travels goes through JSON and the parsers. The devices here are a model, too; tests/torture
// has a larger server (pages, plans, jobs, planted faults) in front of the app's own store and sync.

/** The current time of a simulation, in milliseconds. The server's clock is right; the devices' clocks differ from it. */
export type SimulatedTime = { now: number }

/** A simulated server that applies changes with core's own rules. */
export class ConvergenceServer {
  library: LibraryWithEntries = EMPTY_LIBRARY
  revision = 0
  epoch = 'first'
  readonly #known = new Set<string>()
  readonly #time: SimulatedTime

  constructor(time: SimulatedTime) {
    this.#time = time
  }

  answer(input: unknown): unknown {
    const parsed = parseSyncRequest(input)
    if (parsed.kind !== 'request') throw new Error(parsed.kind)
    const { changes, clientNow, since, entriesSince, epoch } = parsed.request
    const results = changes.map(change => this.#resultOf(change, clientNow))
    const reset = since > this.revision || (since > 0 && epoch !== this.epoch)
    const { pieces, parts } = rowsSince(this.library, reset ? 0 : since)
    const { practice } = rowsSince(this.library, reset ? 0 : entriesSince)
    const { revision, epoch: ours } = this
    const answer: SyncResponse = {
      results,
      reset,
      epoch: ours,
      revision,
      more: false,
      now: this.#time.now,
      plan: null,
      rows: { pieces, parts },
      entries: practice,
      entriesRevision: revision,
      moreEntries: false,
    }
    return JSON.parse(JSON.stringify(answer))
  }

  /** Goes back to an older state, as after a restored backup; revisions are then given out a second time. */
  restore(backup: { library: LibraryWithEntries; revision: number }): void {
    this.library = backup.library
    this.revision = backup.revision
    this.epoch += '+'
    this.#known.clear()
  }

  #resultOf(input: { id: string }, clientNow: number): SyncChangeResult {
    const { id } = input
    if (this.#known.has(id)) return { id, status: 'duplicate' }
    const parsed = parseChange(input)
    if (parsed.kind === 'rejected') return { id, status: 'rejected', code: parsed.code }
    const at = correctClientStamp(parsed.change.at, clientNow, this.#time.now)
    const outcome = applyChange(this.library, { ...parsed.change, at })
    if (outcome.kind === 'rejected') return { id, status: 'rejected', code: outcome.code }
    this.#known.add(id)
    this.revision++
    this.library = withAddedRows(this.library, revised(outcome.rows, this.revision))
    return { id, status: 'applied' }
  }
}

let changes = 2_000_000

/** A simulated device with a wrong clock and an outbox. */
export class ModelDevice {
  confirmed: LibraryWithEntries = EMPTY_LIBRARY
  outbox: { change: Change; offset: number }[] = []
  rejected: { change: Change; code: string }[] = []
  /** What the device believes its clock to be behind the server's. */
  offset = 0
  #cursor = 0
  #epoch: string | null = null
  readonly #server: ConvergenceServer
  readonly #time: SimulatedTime
  /** What its clock shows too much. */
  readonly #error: number

  constructor(server: ConvergenceServer, time: SimulatedTime, error = 0) {
    this.#server = server
    this.#time = time
    this.#error = error
  }

  view = (): LibraryWithEntries => replayChanges(this.confirmed, this.#toSend())

  /** Records what the musician does, if it can be done to what the screen shows. */
  record(intention: Intention): Change | null {
    // What waits is told as the clock is known today: a stamp from before that would push all later ones ahead.
    const waiting = this.#toSend().at(-1)?.at ?? 0
    const at = nextEditStamp(this.#clock(), Math.max(waiting, newestEditStamp(this.confirmed)))
    const change: Change = { ...intention, id: changeId(++changes), at }
    if (applyChange(this.view(), change).kind === 'rejected') return null
    this.outbox.push({ change, offset: this.offset })
    return change
  }

  /** One round. Where the answer is lost the server has done everything and the device knows nothing of it. */
  sync(fate: 'arrives' | 'answer-lost' = 'arrives'): void {
    const cursors = { since: this.#cursor, entriesSince: this.#cursor }
    const device = { clientId: 'model', epoch: this.#epoch, clientNow: this.#clock(), ...cursors }
    const request = createSyncRequest(device, this.#toSend())
    const input = this.#server.answer(JSON.parse(JSON.stringify(request)))
    if (fate === 'answer-lost') return
    const answer = parseSyncResponse(input)
    if (answer === null) throw new Error('no answer')
    const before = answer.reset ? EMPTY_LIBRARY : this.confirmed
    this.confirmed = withAddedRows(before, { ...answer.rows, practice: answer.entries })
    this.#cursor = answer.revision
    this.#epoch = answer.epoch
    const verdicts = new Map(answer.results.map(result => [result.id, result]))
    for (const { change } of this.outbox) {
      const verdict = verdicts.get(change.id)
      if (verdict?.status === 'rejected') this.rejected.push({ change, code: verdict.code })
    }
    this.outbox = this.outbox.filter(({ change }) => !verdicts.has(change.id))
    this.offset = answer.now - (this.#time.now + this.#error)
  }

  #clock = () => this.#time.now + this.#error + this.offset

  #toSend(): Change[] {
    let last = 0
    return this.outbox.map(({ change, offset }) => {
      last = Math.max(last, adjustForClockOffset(change.at, offset, this.offset))
      return { ...change, at: last }
    })
  }
}

/** Creates a server and one device per clock error, at NOON. Errors are in milliseconds. */
export function aWorld(...errors: readonly number[]) {
  const time: SimulatedTime = { now: NOON }
  const server = new ConvergenceServer(time)
  return { time, server, devices: errors.map(error => new ModelDevice(server, time, error)) }
}

const revised = (rows: RowsWithEntries, revision: number): RowsWithEntries => ({
  pieces: rows.pieces.map(row => ({ ...row, revision })),
  parts: rows.parts.map(row => ({ ...row, revision })),
  practice: rows.practice.map(row => ({ ...row, revision })),
})

function rowsSince(library: LibraryWithEntries, since: number): RowsWithEntries {
  const newer = <Row extends { revision: number }>(rows: Iterable<Row>) =>
    [...rows].filter(row => row.revision > since)
  return {
    pieces: newer(library.pieces.values()),
    parts: newer(library.parts.values()),
    practice: newer(library.practice.values()),
  }
}
