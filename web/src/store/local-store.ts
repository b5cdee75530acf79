import type { Intention } from '#core/library/change.ts'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { PartId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { PersistedValueKey, OpenStore, RecordChangeResult, RecordOptions } from './store-interface.ts'
import { applyDelta, EMPTY_DEVICE_COPY, isNewerCopy, type DeviceCopy } from './device-copy.ts'
import { readEntriesBetween, type EntriesBetween } from './entries-between.ts'
import { requestPersistentStorage } from './storage-persistence.ts'
import { ReopeningDatabase, type StoreSurroundings } from './reopening-database.ts'
import { databaseName, type LocalTables, type RejectedRow } from './local-database.ts'
import { createHistoryReader, type ReadablePracticeTable } from './history-reader.ts'
import { addTableRows, deleteTableRows, putTableRows } from './table-rows.ts'
import { readNewestTimedEntries } from './timed-entries.ts'
import { newChangeId } from './new-ids.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { PersistedValues } from './persisted-values.ts'
import { readPracticeDays, type DeviceCalendar } from './practice-days.ts'
import { raiseDatabaseVersion, deleteReplacedRejections, retryRejectedChanges } from './rejected-changes.ts'
import { prepareChanges, type PrepareChangesResult } from './prepare-changes.ts'
import { createStoredQueue } from './unsent-queue.ts'
import { readUpdatedCopy, readStoreDelta } from './read-store-delta.ts'
import { reportUnresponsiveDatabase } from './report-unresponsive-database.ts'
import type { PlanSyncRoundWrites } from './sync-round-writes.ts'
import { storageTroubleFromError } from './storage-trouble.ts'
import { writeRoleOutsideSync, applySyncRound } from './apply-sync-round.ts'

const LETTERS_KEPT = 100

/**
 * One user's library on this device: its database, its in-memory copy, and a channel that informs other tabs about
 * writes. Create it with LocalStore.open, and close it when the user signs out.
 */
export class LocalStore implements OpenStore {
  readonly userId: string
  readonly copy = createObservable<DeviceCopy>(EMPTY_DEVICE_COPY)
  readonly feedbackQueue = createStoredQueue(
    work => this.#connection.run(db => db.writeTable('letters', work)),
    LETTERS_KEPT,
  )
  readonly #storageTrouble: StoreSurroundings['storageTrouble']
  readonly #connection: ReopeningDatabase
  readonly #persisted: PersistedValues
  readonly #tabs: BroadcastChannel
  #closed = false

  private constructor(userId: string, surroundings: StoreSurroundings) {
    this.userId = userId
    this.#storageTrouble = surroundings.storageTrouble
    const owner = { copy: this.copy.get, restore: this.copy.set }
    this.#connection = new ReopeningDatabase(userId, owner, surroundings)
    this.#persisted = new PersistedValues(userId, this.#connection)
    this.#tabs = new BroadcastChannel(databaseName(userId))
    this.#tabs.addEventListener('message', this.#look)
    // A frozen or cached page may have missed other tabs' messages.
    document.addEventListener('visibilitychange', this.#look)
    document.addEventListener('resume', this.#look)
    window.addEventListener('pageshow', this.#look)
  }

  /** Opens a user's database and reads it into memory. Rejects if the database cannot be opened. */
  static async open(userId: string, surroundings: StoreSurroundings): Promise<LocalStore> {
    const store = new LocalStore(userId, surroundings)
    try {
      await store.#connection.open()
      store.copy.set(await store.#connection.run(database => readUpdatedCopy(database, EMPTY_DEVICE_COPY)))
      return store
    } catch (error) {
      store.close()
      throw error
    }
  }

  async record(intentions: readonly Intention[], along: RecordOptions = {}): Promise<RecordChangeResult> {
    const ids = intentions.map(newChangeId)
    try {
      const recorded = await reportUnresponsiveDatabase(
        this.#storageTrouble,
        this.#connection.run(db => db.write(tables => this.#record(tables, intentions, ids, along))),
      )
      if (recorded.kind === 'refused') return recorded
      this.#storageTrouble.set(null)
      if (along.persisted !== undefined) this.#persisted.replaced(along.persisted.name)
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
      this.#take(await this.#connection.run(database => readUpdatedCopy(database, this.copy.get())))
    } catch (error) {
      // The in-memory copy stays on screen.
      this.#noteTrouble(error)
    }
  }

  async readHistory(): Promise<Library | null> {
    try {
      const stored = await this.#connection.run(db => db.read(({ practice }) => practice.getAll()))
      const { view } = this.copy.get()
      const entries = stored.map(entry => [entry.id, entry] as const)
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

  readEntries(ids: readonly PracticeEntryId[]): Promise<readonly Practice[]> {
    return this.#readOr([], ({ practice }) => createHistoryReader(practice).withIds(ids))
  }

  readPractice = <T>(work: (practice: ReadablePracticeTable) => Promise<T>): Promise<T | null> =>
    this.#readOr(null, ({ practice }) => work(practice))

  readPracticeDays(calendar: DeviceCalendar): Promise<readonly Day[] | null> {
    return this.#readOr(null, ({ practice }) => readPracticeDays(practice, this.#known(), calendar))
  }

  readNewestTimedEntries = (parts: readonly PartId[]) =>
    this.readPractice(practice => readNewestTimedEntries(practice, this.#known(), parts))

  readEntriesBetween(from: Timestamp, until: Timestamp): Promise<EntriesBetween | null> {
    return this.#readOr(null, ({ practice }) => readEntriesBetween(practice, this.#known(), from, until))
  }

  #known = () => this.copy.get().view.practice

  async applyRound(plan: PlanSyncRoundWrites): Promise<'taken' | 'stale' | 'failed'> {
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
    return isKnown || this.#change(tables => writeRoleOutsideSync(tables, role))
  }

  rejectedChanges(): Promise<RejectedRow[]> {
    return this.#readOr([], ({ parked }) => parked.getAll())
  }

  retry = (rows: readonly RejectedRow[]) => this.#change(tables => retryRejectedChanges(tables, rows))
  discard = (rows: readonly RejectedRow[]) =>
    this.#change(({ parked }) => deleteTableRows(parked, idsOf(rows)))
  restore = (rows: readonly RejectedRow[]) => this.#change(({ parked }) => putTableRows(parked, rows))

  readPersisted(name: PersistedValueKey): Promise<unknown> {
    return this.#persisted.read(name).catch(() => null)
  }

  async persist(name: PersistedValueKey, value: unknown): Promise<boolean> {
    try {
      await this.#persisted.write(name, value)
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
    this.#persisted.end()
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
  ): Promise<{ kind: 'written'; copy: DeviceCopy } | Extract<PrepareChangesResult, { kind: 'refused' }>> {
    // Another tab may have written since, so the change is validated against the database's current content.
    const before = this.copy.get()
    const copy = applyDelta(before, await readStoreDelta(tables, before, intentions))
    const prepared = prepareChanges(copy, intentions, Date.now(), ids, times)
    if (prepared.kind === 'refused') return prepared
    const rows = prepared.changes.map(change => ({
      id: change.id,
      change,
      offset: copy.position.clockOffset,
    }))
    const seqs = await addTableRows(tables.outbox, rows)
    if (kept !== undefined) await tables.meta.put({ key: kept.name, value: kept.value })
    if (copy.refused > 0 && (await deleteReplacedRejections(tables, prepared.view, prepared.changes))) {
      await raiseDatabaseVersion(tables)
      return { kind: 'written', copy: applyDelta(copy, await readStoreDelta(tables, copy)) }
    }
    const added = rows.map((row, index) => ({ ...row, seq: seqs[index] ?? 0 }))
    const outbox = [...copy.outbox, ...added]
    return { kind: 'written', copy: { ...copy, outbox, view: prepared.view, newest: prepared.newest } }
  }

  /** Runs a write that changes more than the outbox. Resolves to true when it is on disk, and to false if it fails. */
  async #change(work: (tables: LocalTables) => Promise<void>): Promise<boolean> {
    try {
      const after = await reportUnresponsiveDatabase(
        this.#storageTrouble,
        this.#connection.run(database =>
          database.write(async tables => {
            const before = this.copy.get()
            await work(tables)
            await raiseDatabaseVersion(tables)
            return applyDelta(before, await readStoreDelta(tables, before))
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

  async #takingRound(tables: LocalTables, plan: PlanSyncRoundWrites): Promise<DeviceCopy | null> {
    const before = this.copy.get()
    const copy = applyDelta(before, await readStoreDelta(tables, before))
    const writes = plan(copy)
    if (writes === null) return null
    await applySyncRound(tables, copy, writes)
    return applyDelta(copy, await readStoreDelta(tables, copy))
  }

  // An error of unknown cause is reported only by the result: nothing was saved.
  #noteTrouble(error: unknown): void {
    const trouble = storageTroubleFromError(error)
    if (trouble !== null && !this.#closed) this.#storageTrouble.set(trouble)
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

const idsOf = (rows: readonly RejectedRow[]) => rows.map(({ id }) => id)
