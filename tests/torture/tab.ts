import type { Change, Intention } from '#core/library/change.ts'
import type { LibraryWithNeededEntries } from '#core/library/library.ts'
import type { OpenedStore, RecordChangeResult } from '#web/store/store-interface.ts'
import {
  applyStoreDelta,
  EMPTY_LIBRARY_COPY,
  isLibraryCopyNewer,
  type LibraryCopy,
  newOutboxRows,
  prepareChanges,
  entryIdsToRetract,
  withStoredEntries,
} from '#web/store/library-copy.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import type { PlanSyncRoundWrites } from '#web/store/apply-sync-round.ts'
import { changeId } from '#tests/library/builders.ts'
import type { SimulatedDisk, DiskFate } from './disk.ts'

export type TabObserver = {
  /** Called even if the browser is killed right after the write. */
  stored(change: Change): void
  killed(): void
  nextNumber(): number
}

let opened = 0

/**
 * A tab as in open-store.ts, with the app's own code, on a simulated disk. `nextWrite` makes one write fail, or kills
 * the browser before or after it.
 */
export class TorturedTab implements OpenedStore {
  // Tabs of different devices must not wait for each other's lock in this one process.
  readonly userId = `tab ${++opened}`
  readonly copy = createObservable<LibraryCopy>(EMPTY_LIBRARY_COPY)
  isAlive = true
  nextWrite: DiskFate = 'stored'
  readonly #disk: SimulatedDisk
  readonly #observer: TabObserver

  constructor(disk: SimulatedDisk, observer: TabObserver) {
    this.#disk = disk
    this.#observer = observer
    this.#read()
  }

  async record(intentions: readonly Intention[]): Promise<RecordChangeResult> {
    const copy = this.#read()
    const ids = intentions.map(() => changeId(this.#observer.nextNumber()))
    const stored = entryIdsToRetract(intentions).map(id => this.#disk.confirmed.practice.get(id))
    const prepared = prepareChanges(withStoredEntries(copy, stored), intentions, Date.now(), ids)
    if (prepared.kind === 'rejected') return prepared
    const isStored = await this.#writes(() => {
      this.#disk.add(newOutboxRows(copy, prepared))
      for (const change of prepared.changes) this.#observer.stored(change)
    })
    this.#read()
    return { kind: isStored ? 'saved' : 'failed' }
  }

  async refresh(): Promise<void> {
    this.#read()
  }

  async applyRound(plan: PlanSyncRoundWrites): Promise<'stored' | 'stale' | 'failed'> {
    const writes = plan(this.#read())
    if (writes === null) return 'stale'
    const isStored = await this.#writes(() => this.#disk.write(writes))
    this.#read()
    return isStored ? 'stored' : 'failed'
  }

  shown(): LibraryWithNeededEntries {
    const { pieces, parts, practice } = this.copy.get().view
    return { pieces, parts, practice: new Map([...this.#disk.confirmed.practice, ...practice]) }
  }

  readLog = async () => null
  rejectedChanges = async () => [...this.#disk.rejected.values()]
  saveRole = async () => false
  retry = async () => false
  discard = async () => false
  readValue = async () => null
  storeValue = async () => undefined
  close(): void {}

  #read(): LibraryCopy {
    const before = this.copy.get()
    const copy = applyStoreDelta(before, this.#disk.deltaFor(before))
    if (isLibraryCopyNewer(copy, before)) this.copy.set(copy)
    return this.copy.get()
  }

  async #writes(write: () => void): Promise<boolean> {
    const fate = this.nextWrite
    this.nextWrite = 'stored'
    if (fate === 'full') return false
    if (fate !== 'killed-before') write()
    if (fate === 'stored') return true
    this.#observer.killed()
    // A killed browser never gets an answer.
    return new Promise(() => {})
  }
}
