import type { Intention } from '#core/library/change.ts'

type Create = Extract<Intention, { kind: 'piece.create' }>['args']

/** The most parts that one change creates a piece with (rule CH1); further ones are added to it. */
const MOST_AT_ONCE = 200

/**
 * Returns the changes to store (intentions) that create a piece with any number of parts. The change that creates a
 * piece takes at most 200 parts; further changes add the others.
 */
export const createPieceIntentions = (piece: Omit<Create, 'parts'>, parts: Create['parts']): Intention[] => [
  { kind: 'piece.create', args: { ...piece, parts: parts.slice(0, MOST_AT_ONCE) } },
  ...parts.slice(MOST_AT_ONCE).map((part): Intention => ({
    kind: 'part.add',
    args: { ...part, pieceId: piece.id, name: part.name ?? piece.name },
  })),
]
