import { openDB, unwrap, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'
import { onPageSuspended, suspensionCount } from './page-suspension.ts'

// WebKit neither ends a transaction of a page in its back/forward cache nor drops that page because of it, so that every
// later page waits for the database without end (rule ST23).

const transactions = new Set<IDBTransaction>()

onPageSuspended(() => {
  for (const transaction of transactions) abortTransaction(transaction)
  transactions.clear()
})

/**
 * Opens a database. Rejects in the moment in which the page is suspended: an upgrade that runs is aborted, and a
 * connection that comes later is closed.
 */
export function openSuspendable<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (
    database: IDBPDatabase<Schema>,
    from: number,
    transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => void,
): Promise<IDBPDatabase<Schema>> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBPDatabase<Schema>>()
  const before = suspensionCount()
  const stopWatching = onPageSuspended(() => reject(new DOMException('the page is suspended', 'AbortError')))
  const opening = openDB<Schema>(name, version, {
    upgrade(database, from, _to, transaction) {
      // What becomes of it is told by the opening.
      transaction.done.catch(() => undefined)
      if (suspensionCount() !== before) return abortTransaction(unwrap(transaction))
      watchTransaction(unwrap(transaction))
      upgrade(database, from, transaction)
    },
  })
  const settle = (database: IDBPDatabase<Schema>) =>
    suspensionCount() === before ? resolve(database) : database.close()
  void opening.then(settle, reject).finally(stopWatching)
  return promise
}

/** Aborts a transaction when the page is suspended, unless it is over or committing by then. */
export function watchTransaction(transaction: IDBTransaction): void {
  transactions.add(transaction)
  const forget = () => transactions.delete(transaction)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
}

/** Aborts a transaction unless it is already over. */
export function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is over, or it is committing, which the browser finishes without this page.
  }
}
