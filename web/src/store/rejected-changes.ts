import type { Change } from '#core/library/change.ts'
import { applyChange } from '#core/library/apply-change.ts'
import { type Library, type Rows } from '#core/library/library.ts'
import { PART_FIELD_STAMPS } from '#core/library/part-row.ts'
import { PIECE_FIELD_STAMPS } from '#core/library/piece-row.ts'
import { FIRST_SYNC_POSITION } from './sync-position.ts'
import type { LocalTables, RejectedRow } from './local-database.ts'
import { addTableRows, deleteTableRows, putTableRows, readSyncPosition } from './table-rows.ts'
import { wasRejectedByPlanLimit, groupRejectedChanges, flattenRejectedGroups } from './rejected-groups.ts'

// Operations on rejected changes on this device.

/**
 * Moves rejected changes back to the outbox (the changes to send), so that the server evaluates them again (rule RC4).
 * Ignores rows that another tab has already retried or discarded.
 */
export async function retryRejectedChanges({ outbox, parked }: LocalTables, rows: readonly RejectedRow[]) {
  // Another tab may already have retried or discarded them.
  const there = (await Promise.all(rows.map(row => parked.get(row.id)))).filter(row => row !== undefined)
  const places = await Promise.all(there.map(row => outbox.index('id').getKey(row.id)))
  const missing = there.filter((_, index) => places[index] === undefined)
  await addTableRows(
    outbox,
    missing.map(({ id, change, offset }) => ({ id, change, offset, again: true as const })),
  )
  await deleteTableRows(
    parked,
    there.map(row => row.id),
  )
}

/**
 * Moves changes that the server has rejected because of the Free plan's limits back to the outbox (the changes to
 * send), together with the rejected changes that depend on them. Called after an upgrade to Pro (rule RC6).
 */
export async function retryChangesOverFreeLimits(tables: LocalTables): Promise<void> {
  const groups = groupRejectedChanges(await tables.parked.getAll())
  await retryRejectedChanges(tables, flattenRejectedGroups(groups.filter(wasRejectedByPlanLimit)))
}

/**
 * Deletes each rejected change that is no longer needed, because the user's new changes have the same effect. Retries
 * the rejected changes that depend on a deleted one (rule RC7). Resolves to true if it has deleted any.
 *
 * @param view the library with the new changes applied
 * @param changes the new changes
 */
export async function deleteReplacedRejections(
  tables: LocalTables,
  view: Library,
  changes: readonly Change[],
): Promise<boolean> {
  const targets = new Set<string>(changes.filter(isEdit).map(change => change.args.id))
  if (targets.size === 0) return false
  const isReplaced = ({ change }: RejectedRow) => targets.has(change.args.id) && isDoneIn(view, change)
  const groups = groupRejectedChanges(await tables.parked.getAll()).filter(({ root }) => isReplaced(root))
  const free = groups.flatMap(({ root, dependants }) =>
    dependants.map(row => ({ ...row, change: withNewPart(row.change, root.change, changes) })),
  )
  await putTableRows(tables.parked, free)
  await deleteTableRows(
    tables.parked,
    groups.map(({ root }) => root.id),
  )
  await retryRejectedChanges(tables, free)
  return groups.length > 0
}

/**
 * Redirects changes of the only part of a rejected piece to the only part of the piece that replaces it. The form of
 * such a piece gives the part a new id.
 */
function withNewPart(change: Change, refused: Change, changes: readonly Change[]): Change {
  const instead = changes.find(({ kind, args }) => kind === 'piece.create' && args.id === refused.args.id)
  if (refused.kind !== 'piece.create' || instead?.kind !== 'piece.create') return change
  const [from, to] = [refused.args.parts, instead.args.parts].map(parts =>
    parts.length === 1 ? parts[0]?.id : undefined,
  )
  if (from === undefined || to === undefined) return change
  if (change.kind === 'practice.add' && change.args.partId === from)
    return { ...change, args: { ...change.args, partId: to } }
  if (change.kind === 'part.patch' && change.args.id === from)
    return { ...change, args: { ...change.args, id: to } }
  return change
}

/**
 * Increments the stored version number of the database's content. A higher version makes other tabs read all changed
 * rows. Without it, they read only new outbox rows.
 */
export async function raiseDatabaseVersion(tables: LocalTables): Promise<void> {
  const position = (await readSyncPosition(tables)) ?? FIRST_SYNC_POSITION
  await tables.meta.put({ key: 'position', value: { ...position, version: position.version + 1 } })
}

const isEdit = ({ kind }: Change) => kind !== 'practice.add' && kind !== 'practice.retract'

/** Returns whether a change would have no effect any more. */
function isDoneIn(library: Library, change: Change): boolean {
  const outcome = applyChange(library, change)
  return outcome.kind === 'applied' && changesNothing(library, outcome.rows)
}

const changesNothing = (library: Library, { pieces, parts, practice }: Rows) =>
  practice.length === 0 &&
  pieces.every(piece => {
    const now = library.pieces.get(piece.id)
    return now !== undefined && PIECE_STAMPS.every(stamp => now[stamp] === piece[stamp])
  }) &&
  parts.every(part => {
    const now = library.parts.get(part.id)
    return now !== undefined && PART_STAMPS.every(stamp => now[stamp] === part[stamp])
  })

const PIECE_STAMPS = [...PIECE_FIELD_STAMPS, 'deletedAt'] as const
const PART_STAMPS = [...PART_FIELD_STAMPS, 'deletedAt'] as const
