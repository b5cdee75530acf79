import type { ReadableTables } from './local-database.ts'
import type { SyncPosition } from './position.ts'

/** Adds rows to a table in which IndexedDB assigns the keys; returns the keys in the order of the rows. */
export const addRows = <Row extends { readonly seq: number }>(
  table: { add(row: Row): Promise<number> },
  rows: readonly Omit<Row, 'seq'>[],
): Promise<number[]> =>
  // The key is part of a row that is read, not of one that is added.
  Promise.all(rows.map(row => table.add(row as Row)))

/** Writes rows in place of those with the same keys. */
export async function putTableRows<Row>(
  table: { put(row: Row): Promise<unknown> },
  rows: readonly Row[],
): Promise<void> {
  await Promise.all(rows.map(row => table.put(row)))
}

/** Deletes the rows with the given keys. Keys without a row are ignored. */
export async function deleteRows<Key>(
  table: { delete(key: Key): Promise<void> },
  keys: readonly Key[],
): Promise<void> {
  await Promise.all(keys.map(key => table.delete(key)))
}

/** Reads the sync position; undefined if this device has never synced. */
export async function readPosition({
  meta,
}: Pick<ReadableTables, 'meta'>): Promise<SyncPosition | undefined> {
  const row = await meta.get('position')
  return row?.value as SyncPosition | undefined
}
