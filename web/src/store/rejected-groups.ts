import { changeKindDefinition } from '#core/library/change-kinds.ts'
import type { RejectedRow } from './local-database.ts'

/** A rejected change with the rejected changes that depend on it, for example a new piece and the practice on it. */
export type RejectedGroup = { readonly root: RejectedRow; readonly dependants: readonly RejectedRow[] }

/** Groups rejected changes with the changes that depend on them, in the order of their creation (rule RC3). */
export function groupRejectedChanges(parked: readonly RejectedRow[]): RejectedGroup[] {
  const rows = parked.toSorted((a, b) => a.change.at - b.change.at)
  const makers = new Map(rows.flatMap(row => createdBy(row).map(id => [id, row] as const)))
  const groups = Map.groupBy(rows, row => rootOf(row, makers))
  return [...groups].map(([root, all]) => ({ root, dependants: all.filter(row => row !== root) }))
}

/** Returns all rejected changes of the groups as one list, in the order of their creation. */
export const flattenRejectedGroups = (groups: readonly RejectedGroup[]): RejectedRow[] =>
  groups
    .flatMap(({ root, dependants }) => [root, ...dependants])
    .toSorted((a, b) => a.change.at - b.change.at)

/**
 * Returns true if the server has rejected a group of changes because of a limit of the Free plan. It would accept them
 * with Pro.
 */
export const wasRejectedByPlanLimit = ({ root }: RejectedGroup): boolean =>
  root.code === 'too-many-pieces' || root.code === 'too-many-parts'

function rootOf(row: RejectedRow, makers: ReadonlyMap<string, RejectedRow>): RejectedRow {
  if (row.code !== 'not-found') return row
  const maker = changeKindDefinition(row.change)
    .requires(row.change.args)
    .map(id => makers.get(id))
    .find(known => known !== undefined && known !== row)
  // Ends, because a practice entry needs a part, a part its piece, and a piece nothing.
  return maker === undefined ? row : rootOf(maker, makers)
}

const createdBy = ({ change }: RejectedRow) => changeKindDefinition(change).creates?.(change.args) ?? []
