import { deleteDB, openDB, unwrap, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import type { Change } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { Part, PartId, Piece, PieceId, PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

export type OutboxRow = {
  /** A number that IndexedDB assigns, so that two tabs never overwrite each other's rows. */
  readonly seq: number
  readonly id: string
  readonly change: Change
  /** The difference in ms, server's clock minus this device's, that was known when the change was made. */
  readonly offset: number
  /** True if the change keeps its edit time: it was rejected before, or corrects a pending change. */
  readonly again?: true
  /** For a retraction: the entry as it was before, so that a replay need not read the database. */
  readonly entry?: PracticeEntry
}

export type RejectedRow = Omit<OutboxRow, 'seq' | 'again'> & {
  readonly code: RejectionCode
  readonly at: Timestamp
}

/** A change that the server has applied, with the time when this device learned of it, by its own clock. */
export type AppliedChangeRow = OutboxRow & { readonly at: Timestamp }

interface Schema extends DBSchema {
  pieces: { key: PieceId; value: Piece; indexes: { revision: number } }
  parts: { key: PartId; value: Part; indexes: { revision: number } }
  practice: {
    key: PracticeEntryId
    value: PracticeEntry
    indexes: { at: Timestamp; '[partId+at]': [PartId, Timestamp] }
  }
  outbox: { key: number; value: OutboxRow; indexes: { id: string } }
  rejected: { key: string; value: RejectedRow }
  /** Recently applied changes, which are sent again if the server is restored from a backup. */
  applied: { key: number; value: AppliedChangeRow; indexes: { at: Timestamp } }
  meta: { key: string; value: { readonly key: string; readonly value: unknown } }
}

type TableName = 'pieces' | 'parts' | 'practice' | 'outbox' | 'rejected' | 'applied' | 'meta'

/** An IndexedDB table within a transaction, which commits as soon as it has no pending requests. */
export type TransactionTable<
  Name extends TableName,
  Mode extends IDBTransactionMode = 'readwrite',
> = IDBPObjectStore<Schema, TableName[], Name, Mode>

export type TransactionTables<Mode extends IDBTransactionMode = 'readwrite'> = {
  readonly [Name in TableName]: TransactionTable<Name, Mode>
}

export type ReadableTables = TransactionTables<IDBTransactionMode>

/** 'ended': closed by this page; 'upgraded' or 'deleted': by another tab; 'lost': by the browser. */
export type DatabaseCloseReason = 'ended' | 'upgraded' | 'deleted' | 'lost'

const DATABASE_PREFIX = 'dacapo-'
const VERSION = 1
const TABLES: TableName[] = ['pieces', 'parts', 'practice', 'outbox', 'rejected', 'applied', 'meta']

/** Names the database, and the BroadcastChannel between the tabs of the user. */
export const databaseName = (userId: string): string => DATABASE_PREFIX + userId

/** Returns an empty list if the browser cannot list databases. */
export async function listDatabaseUserIds(): Promise<string[]> {
  const names = (await indexedDB.databases?.())?.map(({ name = '' }) => name) ?? []
  return names
    .filter(name => name.startsWith(DATABASE_PREFIX))
    .map(name => name.slice(DATABASE_PREFIX.length))
}

export const deleteDatabase = (userId: string): Promise<void> => deleteDB(databaseName(userId))

/**
 * A connection to one user's database. It is closed when the page enters the back/forward cache (SI13), and
 * never reopens, because this would create a database again that a sign-out has deleted.
 */
export class LocalDatabase {
  readonly #connection: IDBPDatabase<Schema>
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

  /** Creates the database if necessary. Rejects if the browser has no databases. */
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

  read<T>(work: (tables: TransactionTables<'readonly'>) => Promise<T>): Promise<T> {
    return this.#transact('readonly', TABLES, work)
  }

  /** Resolves when everything is on disk. If `work` rejects, writes nothing and rejects as well. */
  write<T>(work: (tables: TransactionTables) => Promise<T>): Promise<T> {
    return this.#transact('readwrite', TABLES, work)
  }

  /** Like `write`, but locks only one table, so that other transactions can use the others. */
  writeTable<Name extends TableName, T>(
    name: Name,
    work: (table: TransactionTable<Name>) => Promise<T>,
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
    work: (tables: TransactionTables<Mode>) => Promise<T>,
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
      const result = await work(tables as TransactionTables<Mode>)
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
 * Aborts the transaction when the page enters the back/forward cache, where WebKit would keep it open and make
 * later pages wait for it. Does nothing when the page is unloaded, so that the transaction may finish.
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
    // The transaction is over, or committing, which the browser finishes without this page.
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

/** Returns the new keys in the order of the rows. */
export const addTableRows = <Row extends { readonly seq: number }>(
  table: { add(row: Row): Promise<number> },
  rows: readonly Omit<Row, 'seq'>[],
): Promise<number[]> =>
  // The key is part of a row that is read, not of one that is added.
  Promise.all(rows.map(row => table.add(row as Row)))

const REQUESTS_AT_ONCE = 100

/** Writes at most a hundred rows at the same time: five hundred would block a phone's page for 50 ms. */
export async function putTableRows<Row>(
  table: { put(row: Row): Promise<unknown> },
  rows: readonly Row[],
): Promise<void> {
  for (let sent = 0; sent < rows.length; sent += REQUESTS_AT_ONCE)
    await Promise.all(rows.slice(sent, sent + REQUESTS_AT_ONCE).map(row => table.put(row)))
}

export async function deleteTableRows<Key>(
  table: { delete(key: Key): Promise<void> },
  keys: readonly Key[],
): Promise<void> {
  await Promise.all(keys.map(key => table.delete(key)))
}

/** Returns undefined if the device has never synced. */
export async function readSyncPosition({
  meta,
}: Pick<ReadableTables, 'meta'>): Promise<SyncPosition | undefined> {
  const row = await meta.get('position')
  return row?.value as SyncPosition | undefined
}

/** The state of sync after the last stored response. */
export type SyncPosition = {
  /** The device has received all pieces and parts up to this revision. */
  readonly cursor: number
  /** False until the first sync has received all pieces and parts. */
  readonly isLibraryComplete: boolean
  /** The device has received all practice entries up to this revision. */
  readonly entriesCursor: number
  /** False while older practice entries are still missing. */
  readonly isHistoryComplete: boolean
  /** The id of the server's database. It changes if the server is restored. Null before the first sync. */
  readonly epoch: string | null
  readonly role: StripeRoleOrUnknown
  /** The server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  /** Incremented by each write, except for new changes in the outbox. */
  readonly version: number
  /** Incremented when all confirmed rows were replaced at once. */
  readonly generation: number
  /** Incremented when the outbox changes in the middle and not only at its ends. */
  readonly outboxRewrites?: number
}

export const INITIAL_SYNC_POSITION: SyncPosition = {
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
