import { openDB, unwrap, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'
import { onPageSuspended, pageSuspensionCount } from '#web/concurrency/page-suspension.ts'

// WebKit neither ends the transactions of a page in its back/forward cache nor drops the page because of them. Every
// later page would wait for the database without end (rule ST23).

// Module state: a page is suspended with everything in it.
/** The running transactions, each with a function that ends the wait for it. */
const transactions = new Map<IDBTransaction, () => void>()

onPageSuspended(() => {
  for (const [transaction, interrupt] of transactions) {
    // A write that is committing may be on disk, so it must not be done again; a read may.
    if (abortTransaction(transaction) || transaction.mode === 'readonly') interrupt()
  }
  transactions.clear()
})

/**
 * Opens an IndexedDB database. If the page is suspended before the database is open, rejects immediately, aborts a
 * running upgrade, and closes the connection if it opens later.
 */
export function openDatabaseUnlessSuspended<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (
    database: IDBPDatabase<Schema>,
    from: number,
    transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => void,
): Promise<IDBPDatabase<Schema>> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBPDatabase<Schema>>()
  const before = pageSuspensionCount()
  const stopWatching = onPageSuspended(() => reject(new DOMException('the page is suspended', 'AbortError')))
  const opening = openDB<Schema>(name, version, {
    upgrade(database, from, _to, transaction) {
      // The promise of `openDB` reports whether the upgrade succeeded.
      transaction.done.catch(() => undefined)
      if (pageSuspensionCount() !== before) return void abortTransaction(unwrap(transaction))
      void abortTransactionOnSuspension(unwrap(transaction))
      upgrade(database, from, transaction)
    },
  })
  const settle = (database: IDBPDatabase<Schema>) =>
    pageSuspensionCount() === before ? resolve(database) : database.close()
  void opening.then(settle, reject).finally(stopWatching)
  return promise
}

/**
 * Aborts the transaction if the page is suspended before the transaction has ended. The returned promise then rejects at
 * once, because WebKit may never report the abort to the page, even after it has returned. It never resolves.
 */
export function abortTransactionOnSuspension(transaction: IDBTransaction): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  transactions.set(transaction, () => reject(new DOMException('the page is suspended', 'AbortError')))
  const forget = () => transactions.delete(transaction)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
  return promise
}

/** Aborts a transaction. Returns false if it has already ended or is committing. */
export function abortTransaction(transaction: IDBTransaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    // It is over, or it is committing, which the browser finishes without this page.
    return false
  }
}
