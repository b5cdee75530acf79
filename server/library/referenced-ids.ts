import type { Change } from '#core/library/change.ts'
import { changeKindDefinition } from '#core/library/change-kinds.ts'

/** The ids that some changes speak of. */
export type ReferencedIds = {
  pieces: string[]
  /** Pieces to which parts are added. */
  grownPieces: string[]
  parts: string[]
  deletedParts: string[]
  /** How many changes move a part. */
  moves: number
  practice: string[]
  /** Entries that are taken back, and the day the device said their part returns to. */
  retracted: { id: string; told: number | null }[]
  /** Those of them that the same changes add. */
  added: { partId: string; at: number; told: number | null }[]
}

/** What the changes speak of, whether it is there or not. */
export function collectReferencedIds(changes: readonly Change[]): ReferencedIds {
  const named: ReferencedIds = {
    pieces: [],
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
  const { pieces = [], parts = [], practice = [] } = changeKindDefinition(change).rows(change.args)
  named.pieces.push(...pieces)
  named.parts.push(...parts)
  named.practice.push(...practice)
  const { kind, args } = change
  if (kind === 'part.add') named.grownPieces.push(args.pieceId)
  if (kind === 'part.delete') named.deletedParts.push(args.id)
  if (kind === 'part.patch' && args.position !== undefined) named.moves += 1
  if (kind === 'practice.retract') named.retracted.push({ id: args.id, told: args.lastPracticed })
}
