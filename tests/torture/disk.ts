import {
  EMPTY_LIBRARY,
  withUpsertedRows,
  type LibraryWithNeededEntries,
  type Rows,
} from '#core/library/library.ts'
import { lastOutboxSeqInMemory, type LibraryCopy, type StoreDelta } from '#web/store/library-copy.ts'
import {
  INITIAL_SYNC_POSITION,
  type AppliedChangeRow,
  type RejectedRow,
  type OutboxRow,
} from '#web/store/local-database.ts'
import {
  outboxRowsAppliedByServer,
  wasServerRestored,
  appliedRowsToSendAgain,
  sortRejectedRows,
  mergeOwnIntoStoredEntry,
  type SyncRoundWrites,
} from '#web/store/apply-sync-round.ts'

export type DiskFate = 'stored' | 'full' | 'killed-before' | 'killed-after'

/**
 * The tables of local-database.ts in memory, read and written as LocalStore does. They survive when the browser is
 * killed.
 */
export class SimulatedDisk {
  confirmed: LibraryWithNeededEntries = EMPTY_LIBRARY
  outbox: readonly OutboxRow[] = []
  readonly rejected = new Map<string, RejectedRow>()
  #applied: readonly AppliedChangeRow[] = []
  position = INITIAL_SYNC_POSITION
  #seq = 0

  deltaFor(copy: LibraryCopy): StoreDelta {
    const { confirmed, outbox, position } = this
    if (position.version === copy.position.version)
      return { kind: 'waiting', added: outbox.filter(({ seq }) => seq > lastOutboxSeqInMemory(copy)) }
    const kind = position.generation === copy.position.generation ? 'round' : 'everything'
    const since = kind === 'round' ? copy.position.cursor : -1
    const rows = rowsAfter(confirmed, since)
    return { kind, rows, outbox, position, rejected: this.rejected.size }
  }

  add(rows: readonly Omit<OutboxRow, 'seq'>[]): void {
    this.outbox = [...this.outbox, ...rows.map(row => ({ ...row, seq: ++this.#seq }))]
  }

  write(writes: SyncRoundWrites): void {
    const { reset, rows, entries, acknowledged, answered, rejected, position } = writes
    const { version, generation, role } = this.position
    const now = Date.now()
    const applied = outboxRowsAppliedByServer(this.outbox, writes, now)
    const before = reset ? EMPTY_LIBRARY : this.confirmed
    const own = acknowledged.map(entry => mergeOwnIntoStoredEntry(before.practice.get(entry.id), entry))
    this.confirmed = withUpsertedRows(before, { ...rows, practice: [...own, ...entries] })
    if (wasServerRestored(this.position, { reset, epoch: position.epoch })) {
      this.outbox = [...appliedRowsToSendAgain(this.#applied, this.outbox, now), ...this.outbox]
      this.#applied = []
    }
    this.outbox = this.outbox.filter(({ seq }) => !answered.includes(seq))
    this.#applied = [...this.#applied, ...applied]
    for (const row of rejected) this.rejected.set(row.id, row)
    this.position = { ...position, version: version + 1, generation: generation + (reset ? 1 : 0) }
    if (position.role === 'pro' && role !== 'pro') this.#retryWithPro()
  }

  #retryWithPro(): void {
    for (const { code: _code, at: _at, ...row } of sortRejectedRows([...this.rejected.values()])) {
      this.rejected.delete(row.id)
      this.outbox = [...this.outbox, { ...row, seq: ++this.#seq, again: true }]
    }
  }
}

function rowsAfter({ pieces, parts }: LibraryWithNeededEntries, revision: number): Rows {
  const newer = <Row extends { revision: number }>(rows: ReadonlyMap<unknown, Row>) =>
    [...rows.values()].filter(row => row.revision > revision)
  return { pieces: newer(pieces), parts: newer(parts) }
}
