import type { LocalTable } from './local-database.ts'
import { addTableRows, deleteTableRows } from './table-rows.ts'

/**
 * A queue of feedback messages. An item stays in the queue until the server has acknowledged it.
 * Sending an item twice is harmless, because the server recognizes it by its id. No method rejects.
 */
export type UnsentQueue = {
  /** Adds an item. Resolves to true when it is stored, and to false if it cannot be stored. */
  add(item: { readonly id: string }): Promise<boolean>
  /**
   * Returns at most `most` of the oldest items; an empty list if they cannot be read. The caller must validate them,
   * because any version of the app may have stored them.
   */
  oldest(most: number): Promise<readonly { readonly id: string; readonly item: unknown }[]>
  /** Returns the number of queued items; 0 if they cannot be read. */
  count(): Promise<number>
  /** Removes the items with these ids, after the server has acknowledged them. */
  remove(ids: readonly string[]): Promise<void>
}

/** The table that holds the queue. */
type QueueTable = Pick<LocalTable<'letters'>, 'add' | 'count' | 'delete' | 'getAll' | 'getAllKeys'> & {
  index(name: 'id'): { getKey(id: string): Promise<number | undefined> }
}

/**
 * Creates a queue that stores its items in a table of the user's database. If there are more than `room` items, drops
 * the oldest ones (rule ST15).
 *
 * @param using calls `work` with the table, in one transaction, and returns its result; rejects if the database is
 *   unavailable
 * @param room maximum number of items
 */
export function createStoredQueue(
  using: <T>(work: (table: QueueTable) => Promise<T>) => Promise<T>,
  room: number,
): UnsentQueue {
  return {
    async add(item) {
      try {
        await using(table => addWithin(room, table, item))
        return true
      } catch {
        return false
      }
    },
    oldest: most =>
      or(
        [],
        using(table => table.getAll(null, most)),
      ),
    count: () =>
      or(
        0,
        using(table => table.count()),
      ),
    async remove(ids) {
      await or(
        undefined,
        using(table => removeFrom(table, ids)),
      )
    },
  }
}

async function addWithin(room: number, table: QueueTable, item: { readonly id: string }): Promise<void> {
  await addTableRows(table, [{ id: item.id, item }])
  const excess = (await table.count()) - room
  if (excess <= 0) return
  const oldest = await table.getAllKeys(null, excess)
  await deleteTableRows(table, oldest)
}

async function removeFrom(table: QueueTable, ids: readonly string[]): Promise<void> {
  const places = await Promise.all(ids.map(id => table.index('id').getKey(id)))
  await deleteTableRows(
    table,
    places.filter(seq => seq !== undefined),
  )
}

async function or<T>(otherwise: T, reading: PromiseLike<T>): Promise<T> {
  try {
    return await reading
  } catch {
    return otherwise
  }
}
