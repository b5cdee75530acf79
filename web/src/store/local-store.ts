import type { Intention } from '#core/library/change.ts'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { completeEntry } from '#core/library/older-rows.ts'
import type { PartId, Practice, PracticeId } from '#core/library/piece.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { PersistedName, OpenStore, RecordResult, RecordOptions } from './current-store.ts'
import { applyDelta, EMPTY_COPY, isNewerCopy, type DeviceCopy } from './device-copy.ts'
import { entriesBetween, type EntriesBetween } from './entries-between.ts'
import { requestPersistentStorage } from './storage-persistence.ts'
import { flushWaitingValues } from '#web/concurrency/latest-only-writer.ts'
import { LocalConnection } from './local-connection.ts'
import { databaseName, type LocalTables, type RejectedRow } from './local-database.ts'
import { storedHistory, type ReadablePractice } from './stored-history.ts'
import { addRows, deleteRows, putTableRows } from './table-rows.ts'
import { timedEntriesOf } from './timed-entries.ts'
import { newChangeId } from './new-ids.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { onPageLeaving } from './page-suspension.ts'
import { practiceDaysIn, type DeviceCalendar } from './practice-days.ts'
import { incrementCopyVersion, deleteReplacedRejections, retryRejected } from './rejected-changes.ts'
import { prepareChanges, type Prepared } from './prepare-changes.ts'
import { createTableQueue } from './queue.ts'
import { readCopy, readDelta } from './read-delta.ts'
import { reportUnresponsiveDatabase } from './report-unresponsive-database.ts'
import type { RoundPlan } from './round-writes.ts'
import { storageTrouble, storageTroubleOf } from './storage-trouble.ts'
import { writePersisted } from './write-persisted.ts'
import { writeRole, writeRound } from './write-round.ts'

const LETTERS_KEPT = 100
// Several weeks offline; older events are dropped, so that storage stays bounded.
const EVENTS_KEPT = 1000

onPageLeaving(flushWaitingValues)

/**
 * One user's library on this device: the database, its in-memory copy, and the channel that notifies other tabs of
 * writes. Create it with LocalStore.open; close it when the user leaves.
 */
export class LocalStore implements OpenStore {
  readonly userId: string
  readonly copy = createObservable<DeviceCopy>(EMPTY_COPY)
  readonly feedbackQueue = createTableQueue(
    work => this.#connection.run(db => db.writeTable('letters', work)),
    LETTERS_KEPT,
  )
  readonly eventQueue = createTableQueue(
    work => this.#connection.run(db => db.writeTable('events', work)),
    EVENTS_KEPT,
  )
  readonly #connection: LocalConnection
  readonly #tabs: BroadcastChannel
  #closed = false

  private constructor(userId: string) {
    this.userId = userId
    this.#connection = new LocalConnection(userId, { copy: this.copy.get, restore: this.copy.set })
    this.#tabs = new BroadcastChannel(databaseName(userId))
    this.#tabs.addEventListener('message', this.#look)
    // A frozen or cached page may have missed other tabs' messages.
    document.addEventListener('visibilitychange', this.#look)
    document.addEventListener('resume', this.#look)
    window.addEventListener('pageshow', this.#look)
  }

  /** Opens and reads a user's database; rejects if the browser offers none. */
  static async open(userId: string): Promise<LocalStore> {
    const store = new LocalStore(userId)
    try {
      await store.#connection.open()
      store.copy.set(await store.#connection.run(database => readCopy(database, EMPTY_COPY)))
      return store
    } catch (error) {
      store.close()
      throw error
    }
  }

  async record(intentions: readonly Intention[], along: RecordOptions = {}): Promise<RecordResult> {
    const ids = intentions.map(newChangeId)
    try {
      const recorded = await reportUnresponsiveDatabase(
        this.#connection.run(database =>
          database.write(tables => this.#record(tables, intentions, ids, along)),
        ),
      )
      if (recorded.kind === 'refused') return recorded
      storageTrouble.set(null)
      this.#take(recorded.copy)
      this.#tellTabs()
      void requestPersistentStorage(this)
      return { kind: 'saved' }
    } catch (error) {
      this.#noteTrouble(error)
      // Quota, a closed database or a failed commit: in every case nothing was saved.
      return { kind: 'failed' }
    }
  }

  async refresh(): Promise<void> {
    try {
      this.#take(await this.#connection.run(database => readCopy(database, this.copy.get())))
    } catch (error) {
      // The in-memory copy stays on screen.
      this.#noteTrouble(error)
    }
  }

  async readHistory(): Promise<Library | null> {
    try {
      const stored = await this.#connection.run(database =>
        database.read(({ practice }) => practice.getAll()),
      )
      const { view } = this.copy.get()
      const entries = stored.map(entry => [entry.id, completeEntry(entry)] as const)
      return { ...view, practice: new Map([...entries, ...view.practice]) }
    } catch {
      return null
    }
  }

  countEntries(): Promise<number> {
    return this.#readOr(0, async ({ practice }) => {
      const stored = await practice.count()
      const { view, confirmed } = this.copy.get()
      return stored + view.practice.size - confirmed.practice.size
    })
  }

  readEntries(ids: readonly PracticeId[]): Promise<readonly Practice[]> {
    return this.#readOr([], ({ practice }) => storedHistory(practice).withIds(ids))
  }

  readPractice = <T>(work: (practice: ReadablePractice) => Promise<T>): Promise<T | null> =>
    this.#readOr(null, ({ practice }) => work(practice))

  readPracticeDays(calendar: DeviceCalendar): Promise<readonly Day[] | null> {
    return this.#readOr(null, ({ practice }) => practiceDaysIn(practice, this.#known(), calendar))
  }

  readTimedEntries = (parts: readonly PartId[]) =>
    this.readPractice(practice => timedEntriesOf(practice, this.#known(), parts))

  readEntriesBetween(from: Timestamp, until: Timestamp): Promise<EntriesBetween | null> {
    return this.#readOr(null, ({ practice }) => entriesBetween(practice, this.#known(), from, until))
  }

  #known = () => this.copy.get().view.practice

  async applyRound(plan: RoundPlan): Promise<'taken' | 'stale' | 'failed'> {
    let after: DeviceCopy | null
    try {
      after = await this.#connection.run(database =>
        database.write(tables => this.#takingRound(tables, plan)),
      )
    } catch (error) {
      this.#noteTrouble(error)
      return 'failed'
    }
    if (after === null) return 'stale'
    this.#take(after)
    this.#tellTabs()
    return 'taken'
  }

  async saveRole(role: StripeRole): Promise<boolean> {
    const isKnown = this.copy.get().position.role === role
    return isKnown || this.#change(tables => writeRole(tables, role))
  }

  rejectedChanges(): Promise<RejectedRow[]> {
    return this.#readOr([], ({ parked }) => parked.getAll())
  }

  retry = (rows: readonly RejectedRow[]) => this.#change(tables => retryRejected(tables, rows))
  discard = (rows: readonly RejectedRow[]) =>
    this.#change(({ parked }) =>
      deleteRows(
        parked,
        rows.map(row => row.id),
      ),
    )
  restore = (rows: readonly RejectedRow[]) => this.#change(({ parked }) => putTableRows(parked, rows))

  readPersisted(name: PersistedName): Promise<unknown> {
    return this.#readOr(null, async ({ meta }) => (await meta.get(name))?.value ?? null)
  }

  async persist(name: PersistedName, value: unknown): Promise<boolean> {
    try {
      await this.#connection.run(database => writePersisted(database, name, value))
      return true
    } catch (error) {
      this.#noteTrouble(error)
      return false
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    document.removeEventListener('visibilitychange', this.#look)
    document.removeEventListener('resume', this.#look)
    window.removeEventListener('pageshow', this.#look)
    this.#tabs.close()
    this.#connection.end()
  }

  /** Reads in one transaction; resolves to `otherwise` if the database cannot be read. */
  async #readOr<T, Otherwise>(
    otherwise: Otherwise,
    work: (tables: LocalTables<'readonly'>) => Promise<T>,
  ): Promise<T | Otherwise> {
    try {
      return await this.#connection.run(database => database.read(work))
    } catch {
      return otherwise
    }
  }

  async #record(
    tables: LocalTables,
    intentions: readonly Intention[],
    ids: readonly ReturnType<typeof newChangeId>[],
    { times, persisted: kept }: RecordOptions,
  ): Promise<{ kind: 'written'; copy: DeviceCopy } | Extract<Prepared, { kind: 'refused' }>> {
    // Another tab may have written since, so the change is validated against the database's current content.
    const before = this.copy.get()
    const copy = applyDelta(before, await readDelta(tables, before, intentions))
    const prepared = prepareChanges(copy, intentions, Date.now(), ids, times)
    if (prepared.kind === 'refused') return prepared
    const rows = prepared.changes.map(change => ({
      id: change.id,
      change,
      offset: copy.position.clockOffset,
    }))
    const seqs = await addRows(tables.outbox, rows)
    if (kept !== undefined) await tables.meta.put({ key: kept.name, value: kept.value })
    if (copy.refused > 0 && (await deleteReplacedRejections(tables, prepared.view, prepared.changes))) {
      await incrementCopyVersion(tables)
      return { kind: 'written', copy: applyDelta(copy, await readDelta(tables, copy)) }
    }
    const added = rows.map((row, index) => ({ ...row, seq: seqs[index] ?? 0 }))
    const outbox = [...copy.outbox, ...added]
    return { kind: 'written', copy: { ...copy, outbox, view: prepared.view, newest: prepared.newest } }
  }

  /** Runs a write that changes more than the outbox; resolves to whether it is on disk. */
  async #change(work: (tables: LocalTables) => Promise<void>): Promise<boolean> {
    try {
      const after = await reportUnresponsiveDatabase(
        this.#connection.run(database =>
          database.write(async tables => {
            const before = this.copy.get()
            await work(tables)
            await incrementCopyVersion(tables)
            return applyDelta(before, await readDelta(tables, before))
          }),
        ),
      )
      this.#take(after)
      this.#tellTabs()
      return true
    } catch (error) {
      this.#noteTrouble(error)
      return false
    }
  }

  async #takingRound(tables: LocalTables, plan: RoundPlan): Promise<DeviceCopy | null> {
    const before = this.copy.get()
    const copy = applyDelta(before, await readDelta(tables, before))
    const writes = plan(copy)
    if (writes === null) return null
    await writeRound(tables, copy, writes)
    return applyDelta(copy, await readDelta(tables, copy))
  }

  // An error of unknown cause is reported only by the result: nothing was saved.
  #noteTrouble(error: unknown): void {
    const trouble = storageTroubleOf(error)
    if (trouble !== null && !this.#closed) storageTrouble.set(trouble)
  }

  // Two writes may finish in either order; each copy contains everything written before it.
  #take(copy: DeviceCopy): void {
    if (isNewerCopy(copy, this.copy.get())) this.copy.set(copy)
  }

  #tellTabs(): void {
    if (this.#closed) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    this.#tabs.postMessage('written')
  }

  readonly #look = () => {
    if (!this.#closed && document.visibilityState === 'visible') void this.refresh()
  }
}
