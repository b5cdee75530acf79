import type { Change } from '#core/library/change.ts'
import { changeKindDefinition } from '#core/library/change-kinds.ts'

/**
 * The references of the changes in a sync request to library rows: ids grouped by table and by kind of change, with the
 * counts and times that are needed to load these rows.
 */
export type ReferencedIds = {
  pieces: string[]
  /** Whether any change depends on a piece that it does not name, but only its part or practice entry. */
  hasUnnamedPieces: boolean
  /** Whether any change creates or restores a piece. */
  addsPieces: boolean
  /** Ids of the pieces to which parts are added. */
  grownPieces: string[]
  parts: string[]
  deletedParts: string[]
  /** Number of changes that move a part. */
  moves: number
  practice: string[]
  /** The entries that are retracted, each with the time of last practice that the device sent for the entry's part. */
  retracted: { id: string; told: number | null }[]
  /** The retracted entries that the same changes also add. */
  added: { partId: string; at: number; told: number | null }[]
}

/**
 * Collects the ids of the rows to which changes refer in their arguments, so that these rows can be loaded before
 * the changes are evaluated. The rows need not exist.
 */
export function collectReferencedIds(changes: readonly Change[]): ReferencedIds {
  const named: ReferencedIds = {
    pieces: [],
    hasUnnamedPieces: false,
    addsPieces: false,
    grownPieces: [],
    parts: [],
    deletedParts: [],
    moves: 0,
    practice: [],
    retracted: [],
    added: [],
  }
  for (const change of changes) name(named, change)
  const retracts = Map.groupBy(named.retracted, ({ id }) => id)
  for (const { kind, args, at } of changes) {
    if (kind !== 'practice.add') continue
    for (const { told } of retracts.get(args.id) ?? []) named.added.push({ partId: args.partId, at, told })
  }
  return named
}

function name(named: ReferencedIds, change: Change): void {
  const { rows, adds } = changeKindDefinition(change)
  const { pieces = [], parts = [], practice = [] } = rows(change.args)
  named.pieces.push(...pieces)
  if (pieces.length === 0) named.hasUnnamedPieces = true
  named.parts.push(...parts)
  named.practice.push(...practice)
  const { kind, args } = change
  if (adds === 'piece') named.addsPieces = true
  if (adds === 'part') named.grownPieces.push(...pieces)
  if (kind === 'part.delete') named.deletedParts.push(args.id)
  if (kind === 'part.patch' && args.position !== undefined) named.moves += 1
  if (kind === 'practice.retract') named.retracted.push({ id: args.id, told: args.lastPracticed })
}
