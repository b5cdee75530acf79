import { FIRST_SYNC_POSITION } from './sync-position.ts'
import type { LocalTables, RejectedRow } from './local-database.ts'
import { addTableRows, deleteTableRows, readSyncPosition } from './table-rows.ts'

// Operations on rejected changes on this device.

/** Returns rejected changes in the order in which they were made: a piece before what was done to it. */
export const inOrder = (rows: readonly RejectedRow[]): RejectedRow[] =>
  rows.toSorted((a, b) => a.change.at - b.change.at)

/**
 * Moves rejected changes back to the outbox (the changes to send), so that the server evaluates them again (rule RC4).
 * Ignores rows that another tab has already retried or discarded.
 */
export async function retryRejectedChanges({ outbox, parked }: LocalTables, rows: readonly RejectedRow[]) {
  // Another tab may already have retried or discarded them.
  const there = (await Promise.all(rows.map(row => parked.get(row.id)))).filter(row => row !== undefined)
  const places = await Promise.all(there.map(row => outbox.index('id').getKey(row.id)))
  const missing = inOrder(there.filter((_, index) => places[index] === undefined))
  await addTableRows(
    outbox,
    missing.map(({ code: _code, at: _at, ...row }) => ({ ...row, again: true as const })),
  )
  await deleteTableRows(
    parked,
    there.map(row => row.id),
  )
}

/**
 * Moves all rejected changes back to the outbox. Called after an upgrade to Pro, which lets through what was over a limit
 * of the Free plan and what belongs to it; the server rejects the others again (rule RC6).
 */
export async function retryAllRejectedChanges(tables: LocalTables): Promise<void> {
  await retryRejectedChanges(tables, await tables.parked.getAll())
}

/**
 * Increments the stored version number of the database's content. A higher version makes other tabs read all changed
 * rows. Without it, they read only new outbox rows.
 */
export async function raiseDatabaseVersion(tables: LocalTables): Promise<void> {
  const position = (await readSyncPosition(tables)) ?? FIRST_SYNC_POSITION
  await tables.meta.put({ key: 'position', value: { ...position, version: position.version + 1 } })
}
