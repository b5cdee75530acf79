import type { Intention } from './change.ts'
import type { PieceId } from './piece.ts'

/** What a user may do: 'pro' has no limits, null is Free, undefined is not known yet (spec 3 and 6). */
export type StripeRole = 'pro' | null
export type KnownRole = StripeRole | undefined

export const FREE_PIECES = 4
export const FREE_PARTS = 3

export type Admission =
  | { kind: 'allowed' }
  | { kind: 'refused'; because: 'too-many-pieces' | 'too-many-parts' }

const allowed: Admission = { kind: 'allowed' }

/**
 * May one more piece be added to `pieces` living ones? The Free plan holds 4 (spec 5 and 6, rule PL1).
 * While the plan is unknown nothing is refused here: the server decides (rule PL3).
 */
export function mayAddPiece(role: KnownRole, pieces: number): Admission {
  if (role !== null || pieces < FREE_PIECES) return allowed
  return { kind: 'refused', because: 'too-many-pieces' }
}

/** May a piece have `parts` living parts after something was added? The Free plan allows 3 (spec 5 and 6, rule PL2). */
export function mayHaveParts(role: KnownRole, parts: number): Admission {
  if (role !== null || parts <= FREE_PARTS) return allowed
  return { kind: 'refused', because: 'too-many-parts' }
}

/**
 * May a change that adds something be done? `holdings` tells what the user has before it: the number of living
 * pieces and of living parts of a piece. Only additions are ever refused (D5, rule PL4).
 */
export function admissionOf(
  change: Intention,
  holdings: { pieces: number; partsOf: (pieceId: PieceId) => number },
  role: KnownRole,
): Admission {
  if (change.kind === 'part.add') return mayHaveParts(role, holdings.partsOf(change.args.pieceId) + 1)
  if (change.kind !== 'piece.create') return allowed
  const another = mayAddPiece(role, holdings.pieces)
  return another.kind === 'refused' ? another : mayHaveParts(role, change.args.parts.length)
}
