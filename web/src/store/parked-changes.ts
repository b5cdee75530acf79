import type { Change } from '#core/change.ts'
import { applyChange, type Library, type Rows } from '#core/library.ts'
import { FIRST_POSITION } from './device-copy.ts'
import { readPosition, type LocalDatabase, type ParkedRow } from './local-database.ts'
import { isOverLimit, refusedGroups, rowsOf } from './refused-groups.ts'

// What happens to refused changes on this device. Each of these belongs into a transaction over all tables.

/** Back into the outbox under the same ids, to be judged anew (rule RC4). */
export async function retryParked({ outbox, parked }: LocalDatabase, rows: readonly ParkedRow[]) {
  const waiting = new Set(await outbox.orderBy('id').keys())
  // Another tab may have been quicker, with this or with throwing it away.
  const there = (await parked.bulkGet(rows.map(row => row.id))).filter(row => row !== undefined)
  const missing = there.filter(row => !waiting.has(row.id))
  await outbox.bulkAdd(
    missing.map(({ id, change, offset }) => ({ id, change, offset, again: true as const })),
  )
  await parked.bulkDelete(there.map(row => row.id))
}

/** Whoever has come to Pro gets what only the Free plan refused, and what hung on it (rule RC6). */
export async function retryWithPro(database: LocalDatabase): Promise<void> {
  const groups = refusedGroups(await database.parked.toArray())
  await retryParked(database, rowsOf(groups.filter(isOverLimit)))
}

/**
 * Lets go of refused changes in whose place the musician has put something new, and tries again what hung on them
 * (rule RC7). Gives whether there were any.
 */
export async function replaceParked(
  database: LocalDatabase,
  view: Library,
  changes: readonly Change[],
): Promise<boolean> {
  const targets = new Set<string>(changes.filter(isEdit).map(change => change.args.id))
  if (targets.size === 0) return false
  const isReplaced = ({ change }: ParkedRow) => targets.has(change.args.id) && isDoneIn(view, change)
  const groups = refusedGroups(await database.parked.toArray()).filter(({ root }) => isReplaced(root))
  const free = groups.flatMap(({ root, dependants }) =>
    dependants.map(row => ({ ...row, change: withNewPart(row.change, root.change, changes) })),
  )
  await database.parked.bulkPut(free)
  await database.parked.bulkDelete(groups.map(({ root }) => root.id))
  await retryParked(database, free)
  return groups.length > 0
}

/**
 * What was done to the only part of a refused piece goes to the only part of the one that came in its place: the form
 * of a piece that is practiced as a whole gives it a new one.
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

/** The other tabs learn from it that something else than the outbox has changed. */
export async function raiseVersion(database: LocalDatabase): Promise<void> {
  const position = (await readPosition(database)) ?? FIRST_POSITION
  await database.meta.put({ key: 'position', value: { ...position, version: position.version + 1 } })
}

const isEdit = ({ kind }: Change) => kind !== 'practice.add' && kind !== 'practice.retract'

/** Could a change alter nothing any more? */
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

const PIECE_STAMPS = ['nameAt', 'importanceAt', 'endTempoAt', 'clickAt', 'deletedAt'] as const
const PART_STAMPS = ['nameAt', 'tempoAt', 'deletedAt'] as const
