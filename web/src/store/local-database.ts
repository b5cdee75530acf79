import { deleteDB, openDB, unwrap, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import type { Change } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import type { Part, PartId, Piece, PieceId, PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

export type OutboxRow = {
  /** IndexedDB assigns this number, so that two tabs never overwrite each other's rows. */
  readonly seq: number
  readonly id: string
  readonly change: Change
  /** The server's clock minus this device's clock when the change was made, in ms. */
  readonly offset: number
  /** Set for a retry or a change with another row's time: it may be older than the outbox row before it. */
  readonly again?: true
  /** Set for a retraction: the entry as it was before, so that applying the change needs no database read. */
  readonly entry?: PracticeEntry
}

export type RejectedRow = Omit<OutboxRow, 'seq' | 'again'> & {
  readonly code: RejectionCode
  readonly at: Timestamp
}

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
  /** Changes that the server applied recently. They are sent again if it is restored from a backup. */
  applied: { key: number; value: AppliedChangeRow; indexes: { at: Timestamp } }
  meta: { key: string; value: { readonly key: string; readonly value: unknown } }
}

type TableName = 'pieces' | 'parts' | 'practice' | 'outbox' | 'rejected' | 'applied' | 'meta'

export type TransactionTable<
  Name extends TableName,
  Mode extends IDBTransactionMode = 'readwrite',
> = IDBPObjectStore<Schema, TableName[], Name, Mode>

export type TransactionTables<Mode extends IDBTransactionMode = 'readwrite'> = {
  readonly [Name in TableName]: TransactionTable<Name, Mode>
}

export type ReadableTables = TransactionTables<IDBTransactionMode>

export type DatabaseCloseReason = 'ended' | 'upgraded' | 'deleted' | 'lost'

const DATABASE_PREFIX = 'dacapo-'
const VERSION = 1
const TABLES: TableName[] = ['pieces', 'parts', 'practice', 'outbox', 'rejected', 'applied', 'meta']

export const databaseName = (userId: string): string => DATABASE_PREFIX + userId

export async function listDatabaseUserIds(): Promise<string[]> {
  const names = (await indexedDB.databases?.())?.map(({ name = '' }) => name) ?? []
  return names
    .filter(name => name.startsWith(DATABASE_PREFIX))
    .map(name => name.slice(DATABASE_PREFIX.length))
}

export const deleteDatabase = (userId: string): Promise<void> => deleteDB(databaseName(userId))

/**
 * Closes when the page enters the back/forward cache (SI13). It never reopens, because reopening could
 * recreate the database after a sign-out deleted it.
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

  write<T>(work: (tables: TransactionTables) => Promise<T>): Promise<T> {
    return this.#transact('readwrite', TABLES, work)
  }

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

/** In the back/forward cache, WebKit would keep a transaction open and make later pages wait for it. */
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

export const addRowsAssigningSeq = <Row extends { readonly seq: number }>(
  table: { add(row: Row): Promise<number> },
  rows: readonly Omit<Row, 'seq'>[],
): Promise<number[]> =>
  // The key is part of a row that is read, not of one that is added.
  Promise.all(rows.map(row => table.add(row as Row)))

const REQUESTS_AT_ONCE = 100

/** Writes a hundred rows at a time: five hundred would block a phone's page for 50 ms. */
export async function putTableRows<Row>(
  table: { put(row: Row): Promise<unknown> },
  rows: readonly Row[],
): Promise<void> {
  for (let sent = 0; sent < rows.length; sent += REQUESTS_AT_ONCE)
    await Promise.all(rows.slice(sent, sent + REQUESTS_AT_ONCE).map(row => table.put(row)))
}

export async function deleteRowsByKey<Key>(
  table: { delete(key: Key): Promise<void> },
  keys: readonly Key[],
): Promise<void> {
  await Promise.all(keys.map(key => table.delete(key)))
}

export async function readSyncPosition({
  meta,
}: Pick<ReadableTables, 'meta'>): Promise<SyncPosition | undefined> {
  const row = await meta.get('position')
  return row?.value as SyncPosition | undefined
}

export type SyncPosition = {
  readonly cursor: number
  readonly isLibraryComplete: boolean
  readonly entriesCursor: number
  readonly isHistoryComplete: boolean
  /** The id of the server's database, which changes if the server is restored. Null before the first sync. */
  readonly epoch: string | null
  readonly role: StripeRoleOrUnknown
  /** The server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  /** Incremented by each write of library data except a new edit, which only adds to the outbox. */
  readonly version: number
  /** Incremented when a sync replaces all stored pieces, parts and entries. */
  readonly generation: number
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
