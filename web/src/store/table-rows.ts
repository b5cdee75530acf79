import type { ReadableTables } from './local-database.ts'
import type { SyncPosition } from './sync-position.ts'

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
