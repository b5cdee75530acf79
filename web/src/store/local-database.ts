import {
  deleteDB,
  unwrap,
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
} from 'idb'
import type { Change } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import { completePart, completePiece, type OlderPractice } from '#core/library/older-rows.ts'
import type { Part, PartId, Piece, PieceId, PracticeId } from '#core/library/piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { onPageSuspended } from './page-suspension.ts'
import { abortTransaction, openSuspendable, watchTransaction } from './suspendable-indexed-db.ts'

/** A pending change, in the order of creation. */
export type PendingRow = {
  /** Assigned by IndexedDB, so that two tabs never overwrite each other. */
  readonly seq: number
  readonly id: string
  readonly change: Change
  /** The clock offset to the server, in ms, that this device assumed when it stamped the change. */
  readonly offset: number
  /** The change was rejected before and is retried after newer changes, so its stamp must not be raised. */
  readonly again?: true
}

/** A change that the server rejected, stored with the reason until the user decides. */
export type RejectedRow = {
  readonly id: string
  readonly change: Change
  /** See PendingRow. */
  readonly offset: number
  readonly code: RejectionCode
  readonly at: Timestamp
}

/** A change that the server has applied, with the device's time of that. */
export type AppliedRow = PendingRow & { readonly at: Timestamp }

/** A queued item that is sent to the server once, apart from the library, in order. */
export type QueuedRow = { readonly seq: number; readonly id: string; readonly item: unknown }

/** A named value of the local database. */
export type MetaRow = { readonly key: string; readonly value: unknown }

interface Schema extends DBSchema {
  pieces: { key: PieceId; value: Piece; indexes: { revision: number } }
  parts: { key: PartId; value: Part; indexes: { revision: number } }
  practice: {
    key: PracticeId
    /** Versions of the app before 60 knew no details of an entry. */
    value: OlderPractice
    indexes: { revision: number; at: Timestamp; '[partId+at]': [PartId, Timestamp] }
  }
  outbox: { key: number; value: PendingRow; indexes: { id: string } }
  parked: { key: string; value: RejectedRow }
  /** Recently applied changes, sent again if the server is restored from a backup. */
  applied: { key: number; value: AppliedRow; indexes: { at: Timestamp } }
  meta: { key: string; value: MetaRow }
  /** Unsent feedback messages. */
  letters: { key: number; value: QueuedRow; indexes: { id: string } }
  /** Unsent analytics events. */
  events: { key: number; value: QueuedRow; indexes: { id: string } }
}

type TableName =
  | 'pieces'
  | 'parts'
  | 'practice'
  | 'outbox'
  | 'parked'
  | 'applied'
  | 'meta'
  | 'letters'
  | 'events'

/** A table within one transaction, which ends when nothing is asked of it any more. */
export type LocalTable<
  Name extends TableName,
  Mode extends IDBTransactionMode = 'readwrite',
> = IDBPObjectStore<Schema, TableName[], Name, Mode>

/** All tables within one transaction. */
export type LocalTables<Mode extends IDBTransactionMode = 'readwrite'> = {
  readonly [Name in TableName]: LocalTable<Name, Mode>
}

/** Tables that are read, in a transaction of either mode. */
export type ReadableTables = LocalTables<IDBTransactionMode>

/** Why a connection was closed: by this page, or by another one that upgrades or deletes the database, or by the browser. */
export type CloseReason = 'ended' | 'upgraded' | 'deleted' | 'lost'

const DATABASE_PREFIX = 'dacapo-'
const VERSION = 60
const TABLES: TableName[] = [
  'pieces',
  'parts',
  'practice',
  'outbox',
  'parked',
  'applied',
  'meta',
  'letters',
  'events',
]

/** Returns the name of a user's database, and of its channel between tabs. */
export const databaseName = (userId: string): string => DATABASE_PREFIX + userId

/** Returns whose databases this device has; nobody's where the browser does not list them. */
export async function databaseOwners(): Promise<string[]> {
  const names = (await indexedDB.databases?.())?.map(({ name = '' }) => name) ?? []
  return names
    .filter(name => name.startsWith(DATABASE_PREFIX))
    .map(name => name.slice(DATABASE_PREFIX.length))
}

/** Deletes a user's database. Waits as long as another tab keeps it open. */
export const deleteDatabase = (userId: string): Promise<void> => deleteDB(databaseName(userId))

/**
 * A connection to the database of one user on this device. It never reopens, so a database that was deleted at sign-out
 * stays deleted. It is closed while the page is suspended (rule ST23).
 */
export class LocalDatabase {
  readonly #connection: IDBPDatabase<Schema>
  readonly #onClose: (reason: CloseReason) => void
  readonly #stopWatching: () => void
  #isOpen = true

  private constructor(connection: IDBPDatabase<Schema>, onClose: (reason: CloseReason) => void) {
    this.#connection = connection
    this.#onClose = onClose
    connection.addEventListener('versionchange', ({ newVersion }) =>
      this.#close(newVersion === null ? 'deleted' : 'upgraded'),
    )
    // Only the browser causes this event: it has cleared or lost the data of the site.
    connection.addEventListener('close', () => this.#close('lost'))
    this.#stopWatching = onPageSuspended(() => this.close())
  }

  /** Opens a user's database, or creates it; rejects if the browser has none, or if the page is suspended meanwhile. */
  static async open(
    userId: string,
    onClose: (reason: CloseReason) => void = () => undefined,
  ): Promise<LocalDatabase> {
    return new LocalDatabase(await openSuspendable(databaseName(userId), VERSION, upgrade), onClose)
  }

  /** Reads in one transaction over all tables. */
  read<T>(work: (tables: LocalTables<'readonly'>) => Promise<T>): Promise<T> {
    return this.#transact('readonly', TABLES, work)
  }

  /** Writes in one transaction over all tables; resolves when it is on disk. Nothing is written if `work` rejects. */
  write<T>(work: (tables: LocalTables) => Promise<T>): Promise<T> {
    return this.#transact('readwrite', TABLES, work)
  }

  /** As `write`, in a single table: other tables can be read and written at the same time. */
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

  #close(reason: CloseReason): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stopWatching()
    this.#connection.close()
    this.#onClose(reason)
  }

  async #transact<T, Mode extends 'readonly' | 'readwrite'>(
    mode: Mode,
    names: TableName[],
    work: (tables: LocalTables<Mode>) => Promise<T>,
  ): Promise<T> {
    // Chromium's default completes a transaction before it is on disk, but "saved" has to survive a power cut.
    const transaction = this.#connection.transaction(names, mode, { durability: 'strict' })
    watchTransaction(unwrap(transaction))
    // It rejects as well where `work` rejects first.
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
      abortTransaction(unwrap(transaction))
      // The requests of a transaction that was aborted only say that it was.
      throw transaction.error ?? error
    }
  }
}

// Versions 10 to 30 were written by Dexie as 1 to 3.
function upgrade(
  database: IDBPDatabase<Schema>,
  from: number,
  transaction: IDBPTransaction<Schema, TableName[], 'versionchange'>,
): void {
  if (from < 10) {
    database.createObjectStore('pieces', { keyPath: 'id' }).createIndex('revision', 'revision')
    database.createObjectStore('parts', { keyPath: 'id' }).createIndex('revision', 'revision')
    database.createObjectStore('practice', { keyPath: 'id' }).createIndex('revision', 'revision')
    createQueue(database, 'outbox')
    database.createObjectStore('parked', { keyPath: 'id' })
    database.createObjectStore('meta', { keyPath: 'key' })
  }
  if (from < 20) {
    createQueue(database, 'letters')
    createQueue(database, 'events')
  }
  if (from < 30) database.createObjectStore('applied', { keyPath: 'seq' }).createIndex('at', 'at')
  if (from < 40) {
    const practice = transaction.objectStore('practice')
    practice.createIndex('at', 'at')
    practice.createIndex('[partId+at]', ['partId', 'at'])
  }
  // The practice history is not rewritten, because ten years of it would take seconds.
  if (from < 50) void rewrite(transaction.objectStore('parts'), completePart)
  if (from < 60) void rewrite(transaction.objectStore('pieces'), completePiece)
}

/**
 * Writes all rows anew, with the fields that they lack. The new version also keeps earlier versions of the app, which drop
 * what they do not know, from writing here.
 */
async function rewrite<Row>(
  table: { getAll(): Promise<Row[]>; put(row: Row): Promise<unknown> },
  complete: (row: Row) => Row,
): Promise<void> {
  try {
    const rows = await table.getAll()
    await Promise.all(rows.map(row => table.put(complete(row))))
  } catch {
    // What becomes of the upgrade is told by the opening.
  }
}

function createQueue(database: IDBPDatabase<Schema>, name: 'outbox' | 'letters' | 'events'): void {
  const table = database.createObjectStore(name, { keyPath: 'seq', autoIncrement: true })
  table.createIndex('id', 'id', { unique: true })
}
