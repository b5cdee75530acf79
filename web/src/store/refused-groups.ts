import type { Change } from '#core/change.ts'
import type { ParkedRow } from './local-database.ts'

/** A refused change and those that the server could not know without it: a new piece and the work on it. */
export type RefusedGroup = { readonly root: ParkedRow; readonly dependants: readonly ParkedRow[] }

/** Refused changes in the order in which they were made, each with what hangs on it (rule RC3). */
export function refusedGroups(parked: readonly ParkedRow[]): RefusedGroup[] {
  const rows = parked.toSorted((a, b) => a.change.at - b.change.at)
  const makers = new Map(rows.flatMap(row => madeBy(row.change).map(id => [id, row] as const)))
  const groups = Map.groupBy(rows, row => rootOf(row, makers))
  return [...groups].map(([root, all]) => ({ root, dependants: all.filter(row => row !== root) }))
}

/** All the rows of groups, in the order in which they were made. */
export const rowsOf = (groups: readonly RefusedGroup[]): ParkedRow[] =>
  groups
    .flatMap(({ root, dependants }) => [root, ...dependants])
    .toSorted((a, b) => a.change.at - b.change.at)

/** Would Pro have let it through? */
export const isOverLimit = ({ root }: RefusedGroup): boolean =>
  root.code === 'too-many-pieces' || root.code === 'too-many-parts'

function rootOf(row: ParkedRow, makers: ReadonlyMap<string, ParkedRow>): ParkedRow {
  if (row.code !== 'not-found') return row
  const maker = neededBy(row.change)
    .map(id => makers.get(id))
    .find(known => known !== undefined && known !== row)
  // A practice entry needs a part, a part its piece, and a piece nothing: this ends.
  return maker === undefined ? row : rootOf(maker, makers)
}

/** The ids that exist only through a change. */
function madeBy({ kind, args }: Change): readonly string[] {
  switch (kind) {
    case 'piece.create':
      return [args.id, ...args.parts.map(part => part.id)]
    case 'part.add':
    case 'practice.add':
      return [args.id]
    default:
      return []
  }
}

/** The ids a change cannot be done without, the nearest first. */
function neededBy({ kind, args }: Change): readonly string[] {
  switch (kind) {
    case 'piece.create':
      return []
    case 'part.add':
      return [args.pieceId]
    case 'practice.add':
      return [args.partId, args.pieceId]
    default:
      return [args.id]
  }
}
