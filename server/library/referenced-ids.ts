import type { Change } from '#core/library/change.ts'

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

function name(named: ReferencedIds, { kind, args }: Change): void {
  switch (kind) {
    case 'piece.create':
      named.pieces.push(args.id)
      named.parts.push(...args.parts.map(part => part.id))
      break
    case 'piece.patch':
    case 'piece.delete':
    case 'piece.restore':
      named.pieces.push(args.id)
      break
    case 'part.add':
      named.pieces.push(args.pieceId)
      named.grownPieces.push(args.pieceId)
      named.parts.push(args.id)
      break
    case 'part.patch':
      named.parts.push(args.id)
      if (args.position !== undefined) named.moves += 1
      break
    case 'part.delete':
      named.parts.push(args.id)
      named.deletedParts.push(args.id)
      break
    case 'practice.add':
      // The history takes an entry even where its part never arrived because its piece was deleted before.
      named.pieces.push(args.pieceId)
      named.parts.push(args.partId)
      named.practice.push(args.id)
      break
    case 'practice.retract':
      named.practice.push(args.id)
      named.retracted.push({ id: args.id, told: args.lastPracticed })
      break
  }
}
