import {
  type LibraryCopy,
  applyStoreDelta,
  EMPTY_LIBRARY_COPY,
  isLibraryCopyNewer,
  readUpdatedLibraryCopy,
  readStoreDelta,
  newOutboxRows,
  prepareChanges,
  entryIdsToRetract,
  withStoredEntries,
  type PrepareChangesResult,
} from './library-copy.ts'
import type { LibraryServices, LibraryState, OpenUserStore } from './library-services.ts'
import {
  type OpenedStore,
  type SyncStateKind,
  type StoredAndPendingEntries,
  type RecordChangeResult,
  type RecordOptions,
  type DatabaseValueKey,
  type StorageTrouble,
} from './store-interface.ts'
import type { Intention } from '#core/library/change.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import { requestPersistentStorageIfDue } from './storage-persistence.ts'
import {
  databaseName,
  LocalDatabase,
  type DatabaseCloseReason,
  type TransactionTables,
  type RejectedRow,
  addRowsAssigningSeq,
  deleteRowsByKey,
} from './local-database.ts'
import { newChangeId } from './record-change.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import { hasPageUserChanged } from './last-user.ts'
import {
  sortRejectedRows,
  incrementDataVersion,
  requeueRejected,
  type PlanSyncRoundWrites,
  storeRoleOutsideSync,
  storeSyncRoundWrites,
} from './apply-sync-round.ts'
import { reloadWhenVisible } from '#web/device/reload-once.ts'
import { sleep } from '#web/concurrency/waiting.ts'

export function createStoreOpener(device: LibraryServices): OpenUserStore {
  const { storageTrouble, sync } = device
  let opened: { readonly userId: string; readonly store: Promise<OpenedStore | null> } | null = null

  function openStore(userId: string): Promise<OpenedStore | null> {
    opened ??= { userId, store: open(userId) }
    if (opened.userId !== userId) throw new Error('the page belongs to another user')
    return opened.store
  }

  async function open(userId: string): Promise<OpenedStore | null> {
    let store: LocalStore
    try {
      store = await reportUnresponsiveDatabase(storageTrouble, LocalStore.open(userId, storageTrouble))
    } catch (error) {
      opened = null
      storageTrouble.set(storageTroubleFromError(error) ?? 'forbidden')
      device.library.set({ kind: 'failed' })
      return null
    }
    device.store.set(store)
    store.copy.subscribe(show)
    show()
    return store
  }

  function show(): void {
    const store = device.store.get()
    if (store === null) return
    const copy = store.copy.get()
    const state = sync.state.get()
    const waiting = copy.outbox.length
    if (state.waiting !== waiting || state.rejected !== copy.rejected)
      sync.state.set({ ...state, waiting, rejected: copy.rejected })
    if (copy.position.role !== undefined) device.role.set(copy.position.role)
    const shown = device.library.get()
    const next = shownAs(copy, sync.state.get().kind, shown)
    // A retry does not hide the reason of the last failure.
    if (next.kind === 'loading' && shown.kind === 'never-synced') return
    if (!isSame(shown, next)) device.library.set(next)
  }

  function showSilence(): void {
    const isOpening = device.store.get() === null
    if (isOpening && storageTrouble.get() === 'unanswered') device.library.set({ kind: 'failed' })
  }

  sync.state.subscribe(show)
  storageTrouble.subscribe(showSilence)

  return openStore
}

/** During a resync the library stays visible, because hiding it would close an open form (LS26). */
function shownAs(
  { position, outbox, view }: LibraryCopy,
  phase: SyncStateKind,
  before: LibraryState,
): LibraryState {
  const isKnown =
    position.epoch === null ? outbox.length > 0 : position.isLibraryComplete || before.kind === 'ready'
  const isHistoryComplete = position.epoch === null || position.isHistoryComplete
  if (isKnown || phase === 'synced') return { kind: 'ready', library: view, isHistoryComplete }
  return phase === 'syncing' ? { kind: 'loading' } : { kind: 'never-synced', because: phase, library: view }
}

// Setting an equal state would re-render every screen.
const isSame = (one: LibraryState, other: LibraryState): boolean =>
  one.kind === other.kind &&
  (!('library' in one) || !('library' in other) || one.library === other.library) &&
  (one.kind !== 'ready' || other.kind !== 'ready' || one.isHistoryComplete === other.isHistoryComplete) &&
  (one.kind !== 'never-synced' || other.kind !== 'never-synced' || one.because === other.because)

class LocalStore implements OpenedStore {
  readonly userId: string
  readonly copy = createObservable<LibraryCopy>(EMPTY_LIBRARY_COPY)
  readonly #storageTrouble: Observable<StorageTrouble>
  readonly #database: LocalDatabase
  readonly #tabs: BroadcastChannel
  #closed = false

  private constructor(userId: string, database: LocalDatabase, storageTrouble: Observable<StorageTrouble>) {
    this.userId = userId
    this.#storageTrouble = storageTrouble
    this.#database = database
    this.#tabs = new BroadcastChannel(databaseName(userId))
    this.#tabs.addEventListener('message', this.#look)
    // A frozen page may have missed other tabs' messages.
    document.addEventListener('visibilitychange', this.#look)
  }

  static async open(userId: string, storageTrouble: Observable<StorageTrouble>): Promise<LocalStore> {
    const database = await openPatiently(userId)
    const store = new LocalStore(userId, database, storageTrouble)
    database.onClose = store.#onDatabaseClosed
    try {
      store.copy.set(await readUpdatedLibraryCopy(database, EMPTY_LIBRARY_COPY))
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
        this.#database.write(tables => this.#record(tables, intentions, ids, along)),
      )
      if (recorded.kind === 'rejected') return recorded
      this.#storageTrouble.set(null)
      this.#take(recorded.copy)
      this.#tellTabs()
      void requestPersistentStorageIfDue(this.userId)
      return { kind: 'saved' }
    } catch (error) {
      this.#noteTrouble(error)
      // Quota, a closed database or a failed commit: in every case nothing was saved.
      return { kind: 'failed' }
    }
  }

  async refresh(): Promise<void> {
    try {
      this.#take(await readUpdatedLibraryCopy(this.#database, this.copy.get()))
    } catch (error) {
      // The in-memory copy stays on screen.
      this.#noteTrouble(error)
    }
  }

  readLog<T>(work: (log: StoredAndPendingEntries) => Promise<T>): Promise<T | null> {
    // Taken before the transaction: what a round confirms meanwhile is found twice rather than missed.
    const pending = this.copy.get().view.practice
    return this.#readOr(null, ({ practice }) => work({ stored: practice, pending }))
  }

  async applyRound(plan: PlanSyncRoundWrites): Promise<'stored' | 'stale' | 'failed'> {
    let after: LibraryCopy | null
    try {
      after = await this.#database.write(tables => this.#takingRound(tables, plan))
    } catch (error) {
      this.#noteTrouble(error)
      return 'failed'
    }
    if (after === null) return 'stale'
    this.#take(after)
    this.#tellTabs()
    return 'stored'
  }

  async saveRole(role: StripeRole): Promise<boolean> {
    const isKnown = this.copy.get().position.role === role
    return isKnown || this.#change(tables => storeRoleOutsideSync(tables, role))
  }

  rejectedChanges(): Promise<RejectedRow[]> {
    return this.#readOr([], async ({ rejected }) => sortRejectedRows(await rejected.getAll()))
  }

  retry = (rows: readonly RejectedRow[]) => this.#change(tables => requeueRejected(tables, rows))
  discard = (rows: readonly RejectedRow[]) =>
    this.#change(({ rejected }) => deleteRowsByKey(rejected, idsOf(rows)))

  readValue(name: DatabaseValueKey): Promise<unknown> {
    return this.#readOr(null, async ({ meta }) => (await meta.get(name))?.value ?? null)
  }

  async storeValue(name: DatabaseValueKey, value: unknown): Promise<void> {
    try {
      await this.#database.writeTable('meta', meta => meta.put({ key: name, value }))
    } catch (error) {
      this.#noteTrouble(error)
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    document.removeEventListener('visibilitychange', this.#look)
    this.#tabs.close()
    this.#database.close()
  }

  async #readOr<T, Otherwise>(
    otherwise: Otherwise,
    work: (tables: TransactionTables<'readonly'>) => Promise<T>,
  ): Promise<T | Otherwise> {
    try {
      return await this.#database.read(work)
    } catch (error) {
      if (isConnectionLost(error)) this.#noteTrouble(error)
      return otherwise
    }
  }

  async #record(
    tables: TransactionTables,
    intentions: readonly Intention[],
    ids: readonly ReturnType<typeof newChangeId>[],
    { times, value }: RecordOptions,
  ): Promise<{ kind: 'written'; copy: LibraryCopy } | Extract<PrepareChangesResult, { kind: 'rejected' }>> {
    // Another tab may have written since, so the change is validated against the database's current content.
    const before = this.copy.get()
    const copy = applyStoreDelta(before, await readStoreDelta(tables, before))
    const stored = await Promise.all(entryIdsToRetract(intentions).map(id => tables.practice.get(id)))
    const prepared = prepareChanges(withStoredEntries(copy, stored), intentions, Date.now(), ids, times)
    if (prepared.kind === 'rejected') return prepared
    const rows = newOutboxRows(copy, prepared)
    const seqs = await addRowsAssigningSeq(tables.outbox, rows)
    if (value !== undefined) await tables.meta.put({ key: value.name, value: value.value })
    const added = rows.map((row, index) => ({ ...row, seq: seqs[index] ?? 0 }))
    const outbox = [...copy.outbox, ...added]
    return { kind: 'written', copy: { ...copy, outbox, view: prepared.view, newest: prepared.newest } }
  }

  async #change(work: (tables: TransactionTables) => Promise<void>): Promise<boolean> {
    try {
      const after = await reportUnresponsiveDatabase(
        this.#storageTrouble,
        this.#database.write(async tables => {
          const before = this.copy.get()
          await work(tables)
          await incrementDataVersion(tables)
          return applyStoreDelta(before, await readStoreDelta(tables, before))
        }),
      )
      this.#take(after)
      this.#tellTabs()
      return true
    } catch (error) {
      this.#noteTrouble(error)
      return false
    }
  }

  async #takingRound(tables: TransactionTables, plan: PlanSyncRoundWrites): Promise<LibraryCopy | null> {
    const before = this.copy.get()
    const copy = applyStoreDelta(before, await readStoreDelta(tables, before))
    const writes = plan(copy)
    if (writes === null) return null
    await storeSyncRoundWrites(tables, copy, writes)
    return applyStoreDelta(copy, await readStoreDelta(tables, copy))
  }

  // An error of unknown cause is reported only by the result: nothing was saved.
  #noteTrouble(error: unknown): void {
    if (this.#closed) return
    const trouble = storageTroubleFromError(error)
    if (trouble !== null) this.#storageTrouble.set(trouble)
    // iOS may lose a page's connection in the background without telling it.
    if (this.#database.isOpen && isConnectionLost(error)) reloadWhenVisible()
  }

  readonly #onDatabaseClosed = (reason: DatabaseCloseReason) => {
    if (this.#closed || reason === 'ended') return
    this.#storageTrouble.set('closed')
    // A newer version of the app says what to do. The page of a user who has signed out reloads by itself.
    if (reason !== 'upgraded' && !hasPageUserChanged(this.userId)) reloadWhenVisible()
  }

  // Two writes may finish in either order; each copy contains everything written before it.
  #take(copy: LibraryCopy): void {
    if (isLibraryCopyNewer(copy, this.copy.get())) this.copy.set(copy)
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

const PAUSES_MS = [250, 1000]

async function openPatiently(userId: string): Promise<LocalDatabase> {
  for (const pause of PAUSES_MS) {
    try {
      return await LocalDatabase.open(userId)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      await sleep(pause)
    }
  }
  return LocalDatabase.open(userId)
}

function storageTroubleFromError(error: unknown): StorageTrouble {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'QuotaExceededError') return 'full'
  return CLOSED.has(error.name) ? 'closed' : null
}

/** IndexedDB throws InvalidStateError if the connection is closed, UnknownError after an internal error. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'UnknownError' || error.name === 'InvalidStateError')

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'InvalidStateError', 'NotFoundError'])

const LONGEST_SILENCE_MS = 3000

async function reportUnresponsiveDatabase<T>(
  storageTrouble: Observable<StorageTrouble>,
  answer: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => {
    if (storageTrouble.get() === null) storageTrouble.set('unanswered')
  }, LONGEST_SILENCE_MS)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    if (storageTrouble.get() === 'unanswered') storageTrouble.set(null)
  }
}
