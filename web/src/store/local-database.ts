import { deleteDB, openDB, unwrap, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import type { Change } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

/** A row of the outbox, which contains the changes that the server has not answered yet. */
export type PendingRow = {
  /** Sequence number. IndexedDB assigns it, so that two tabs never overwrite each other. */
  readonly seq: number
  readonly id: string
  readonly change: Change
  /** The server's clock minus this device's clock, in ms, as assumed when the change was made. */
  readonly offset: number
  /**
   * True if the server has rejected the change before and it is sent again. Its edit time is then not raised to that of
   * the change before it in the outbox.
   */
  readonly again?: true
  /** The entry that a retraction takes back, as it was before, so that it need not be read for a replay. */
  readonly entry?: Practice
}

/** A change that the server has rejected, with the reason. It is stored until the user retries or discards it. */
export type RejectedRow = {
  readonly id: string
  readonly change: Change
  /** The server's clock minus this device's clock, in ms, as assumed when the change was made. */
  readonly offset: number
  readonly code: RejectionCode
  readonly at: Timestamp
  /** As in the outbox. */
  readonly entry?: Practice
}

/** A change that the server has applied, with the time of the response on this device's clock. */
export type AppliedRow = PendingRow & { readonly at: Timestamp }

/** A named value in the table `meta`, such as the sync position or a persisted setting. */
type NamedValueRow = { readonly key: string; readonly value: unknown }

interface Schema extends DBSchema {
  pieces: { key: PieceId; value: Piece; indexes: { revision: number } }
  parts: { key: PartId; value: Part; indexes: { revision: number } }
  practice: {
    key: PracticeEntryId
    value: Practice
    indexes: { at: Timestamp; '[partId+at]': [PartId, Timestamp] }
  }
  outbox: { key: number; value: PendingRow; indexes: { id: string } }
  rejected: { key: string; value: RejectedRow }
  /** Recently applied changes, sent again if the server is restored from a backup. */
  applied: { key: number; value: AppliedRow; indexes: { at: Timestamp } }
  meta: { key: string; value: NamedValueRow }
}

type TableName = 'pieces' | 'parts' | 'practice' | 'outbox' | 'rejected' | 'applied' | 'meta'

/** An IndexedDB table within a transaction. The transaction commits as soon as it has no pending requests. */
export type LocalTable<
  Name extends TableName,
  Mode extends IDBTransactionMode = 'readwrite',
> = IDBPObjectStore<Schema, TableName[], Name, Mode>

/** All IndexedDB tables within one transaction. */
export type LocalTables<Mode extends IDBTransactionMode = 'readwrite'> = {
  readonly [Name in TableName]: LocalTable<Name, Mode>
}

/** All IndexedDB tables within a transaction that may be read-only. */
export type ReadableTables = LocalTables<IDBTransactionMode>

/**
 * Reason why a database connection was closed.
 * - 'ended': this page has closed it.
 * - 'upgraded': another tab with a newer version of the app is upgrading the database.
 * - 'deleted': another tab is deleting the database.
 * - 'lost': the browser has cleared or lost the data of this site.
 */
export type DatabaseCloseReason = 'ended' | 'upgraded' | 'deleted' | 'lost'

const DATABASE_PREFIX = 'dacapo-'
const VERSION = 1
const TABLES: TableName[] = ['pieces', 'parts', 'practice', 'outbox', 'rejected', 'applied', 'meta']

/**
 * Returns the name of a user's database on this device. The BroadcastChannel between the user's tabs has the same name.
 */
export const databaseName = (userId: string): string => DATABASE_PREFIX + userId

/**
 * Returns the ids of all users with a database on this device. Returns an empty list if the browser cannot list
 * databases.
 */
export async function listDatabaseUserIds(): Promise<string[]> {
  const names = (await indexedDB.databases?.())?.map(({ name = '' }) => name) ?? []
  return names
    .filter(name => name.startsWith(DATABASE_PREFIX))
    .map(name => name.slice(DATABASE_PREFIX.length))
}

/** Deletes a user's database. Waits until no other tab has it open. */
export const deleteDatabase = (userId: string): Promise<void> => deleteDB(databaseName(userId))

/**
 * A connection to one user's IndexedDB database. It is closed when the page enters the back/forward cache (rule SI13),
 * and never reopens, because opening a database that was deleted at a sign-out would create it again.
 */
export class LocalDatabase {
  readonly #connection: IDBPDatabase<Schema>
  /** Called once, when the connection is closed. */
  onClose: (reason: DatabaseCloseReason) => void = () => undefined
  #isOpen = true

  private constructor(connection: IDBPDatabase<Schema>) {
    this.#connection = connection
    connection.addEventListener('versionchange', ({ newVersion }) =>
      this.#close(newVersion === null ? 'deleted' : 'upgraded'),
    )
    // Only the browser causes this event: it has cleared or lost the data of the site.
    connection.addEventListener('close', () => this.#close('lost'))
    window.addEventListener('pagehide', this.#leave)
  }

  /** Opens a user's database and creates it if necessary. Rejects if the browser offers no database. */
  static async open(userId: string): Promise<LocalDatabase> {
    const connection = await openDB<Schema>(databaseName(userId), VERSION, {
      upgrade(database, _from, _to, transaction) {
        abortWhenPutAway(unwrap(transaction))
        // The promise of `openDB` reports whether the tables were created.
        transaction.done.catch(() => undefined)
        createTables(database)
      },
    })
    return new LocalDatabase(connection)
  }

  /** Runs `work` in one read-only transaction over all tables and returns its result. */
  read<T>(work: (tables: LocalTables<'readonly'>) => Promise<T>): Promise<T> {
    return this.#transact('readonly', TABLES, work)
  }

  /**
   * Runs `work` in one read-write transaction over all tables. Resolves to the result of `work` when the writes are on
   * disk. If `work` rejects, writes nothing and rejects, too.
   */
  write<T>(work: (tables: LocalTables) => Promise<T>): Promise<T> {
    return this.#transact('readwrite', TABLES, work)
  }

  /**
   * Runs `work` in a read-write transaction over the table `name` only, so that other transactions can use the other
   * tables meanwhile. Resolves to the result of `work` when the writes are on disk. If `work` rejects, writes nothing
   * and rejects, too.
   */
  writeTable<Name extends TableName, T>(
    name: Name,
    work: (table: LocalTable<Name>) => Promise<T>,
  ): Promise<T> {
    return this.#transact('readwrite', [name], tables => work(tables[name]))
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  close(): void {
    this.#close('ended')
  }

  #close(reason: DatabaseCloseReason): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    window.removeEventListener('pagehide', this.#leave)
    this.#connection.close()
    this.onClose(reason)
  }

  readonly #leave = ({ persisted }: PageTransitionEvent) => {
    if (persisted) this.close()
  }

  async #transact<T, Mode extends 'readonly' | 'readwrite'>(
    mode: Mode,
    names: TableName[],
    work: (tables: LocalTables<Mode>) => Promise<T>,
  ): Promise<T> {
    // Chromium's default completes a transaction before it is on disk, but "saved" has to survive a power cut.
    const transaction = this.#connection.transaction(names, mode, { durability: 'strict' })
    abortWhenPutAway(unwrap(transaction))
    // It also rejects if `work` rejects first; the error is handled below.
    const done = transaction.done.catch((error: unknown) => {
      throw transaction.error ?? error
    })
    done.catch(() => undefined)
    try {
      const tables = Object.fromEntries(names.map(name => [name, transaction.objectStore(name)]))
      const result = await work(tables as LocalTables<Mode>)
      await done
      return result
    } catch (error) {
      abort(unwrap(transaction))
      // Requests of an aborted transaction report only the abort, not its cause.
      throw transaction.error ?? error
    }
  }
}

/**
 * Aborts a transaction if the page enters the back/forward cache. WebKit neither ends the transactions of such a page nor
 * drops the page because of them, and every later page would wait for them. A page that is unloaded finishes what it
 * can.
 */
function abortWhenPutAway(transaction: IDBTransaction): void {
  const leave = ({ persisted }: PageTransitionEvent) => {
    if (persisted) abort(transaction)
  }
  window.addEventListener('pagehide', leave)
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => window.removeEventListener('pagehide', leave))
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is over, or committing, which the browser finishes without this page.
  }
}

function createTables(database: IDBPDatabase<Schema>): void {
  database.createObjectStore('pieces', { keyPath: 'id' }).createIndex('revision', 'revision')
  database.createObjectStore('parts', { keyPath: 'id' }).createIndex('revision', 'revision')
  const practice = database.createObjectStore('practice', { keyPath: 'id' })
  practice.createIndex('at', 'at')
  practice.createIndex('[partId+at]', ['partId', 'at'])
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  outbox.createIndex('id', 'id', { unique: true })
  database.createObjectStore('rejected', { keyPath: 'id' })
  database.createObjectStore('applied', { keyPath: 'seq' }).createIndex('at', 'at')
  database.createObjectStore('meta', { keyPath: 'key' })
}

/** Adds rows to a table with automatic keys. Returns the new keys in the order of the rows. */
export const addTableRows = <Row extends { readonly seq: number }>(
  table: { add(row: Row): Promise<number> },
  rows: readonly Omit<Row, 'seq'>[],
): Promise<number[]> =>
  // The key is part of a row that is read, not of one that is added.
  Promise.all(rows.map(row => table.add(row as Row)))

/** Number of requests to the database after which the page may react to a press. */
const REQUESTS_AT_ONCE = 100

/**
 * Writes rows to a table, at most a hundred at the same time: five hundred requests at once would block a phone's page for
 * 50 ms. Replaces existing rows with the same keys.
 */
export async function putTableRows<Row>(
  table: { put(row: Row): Promise<unknown> },
  rows: readonly Row[],
): Promise<void> {
  for (let sent = 0; sent < rows.length; sent += REQUESTS_AT_ONCE)
    await Promise.all(rows.slice(sent, sent + REQUESTS_AT_ONCE).map(row => table.put(row)))
}

/** Deletes the rows with the given keys from a table. Ignores missing rows. */
export async function deleteTableRows<Key>(
  table: { delete(key: Key): Promise<void> },
  keys: readonly Key[],
): Promise<void> {
  await Promise.all(keys.map(key => table.delete(key)))
}

/**
 * Reads the stored sync position, which says up to which revision this device has synced. Returns undefined if the
 * device has never synced.
 */
export async function readSyncPosition({
  meta,
}: Pick<ReadableTables, 'meta'>): Promise<SyncPosition | undefined> {
  const row = await meta.get('position')
  return row?.value as SyncPosition | undefined
}

/**
 * State of sync on this device after the last response that was stored, such as the revision up to which it has
 * received rows, the plan and the clock offset.
 */
export type SyncPosition = {
  /** The server revision up to which this device has received pieces and parts. */
  readonly cursor: number
  /** Whether it has had them all; false during the first sync. */
  readonly isLibraryComplete: boolean
  /** The server revision up to which this device has received the log of practice entries. */
  readonly entriesCursor: number
  /** Whether it has had all entries; false while the older history is still on its way. */
  readonly isHistoryComplete: boolean
  /** Id of the server's series of revisions, which changes when the server is restored; null before the first sync. */
  readonly epoch: string | null
  readonly role: StripeRoleOrUnknown
  /** The server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  /**
   * Incremented by every write except adding a change. A new version tells other tabs that confirmed rows changed or
   * the outbox shrank.
   */
  readonly version: number
  /** Incremented when all confirmed rows were replaced at once. */
  readonly generation: number
  /** Incremented when the outbox has changed in the middle, not only at its ends; absent in older data. */
  readonly outboxRewrites?: number
}

/** The sync position of a device that has never synced and therefore has no rows. */
export const FIRST_SYNC_POSITION: SyncPosition = {
  cursor: 0,
  isLibraryComplete: false,
  entriesCursor: 0,
  isHistoryComplete: false,
  epoch: null,
  role: undefined,
  clockOffset: 0,
  version: 0,
  generation: 0,
}
