import type { Intention } from '#core/library/change.ts'
import type { PieceId } from '#core/library/piece.ts'

/** The user's plan: 'pro' has no limits, null is Free (spec 3 and 6). */
export type StripeRole = 'pro' | null
/** The plan, or undefined while it is not known yet. */
export type RoleOrUnknown = StripeRole | undefined

/** The number of pieces that the Free plan allows (spec 6). */
export const MAX_FREE_PIECES = 4
/** The number of parts per piece that the Free plan allows (spec 6). */
export const MAX_FREE_PARTS_PER_PIECE = 3

/** Whether the plan allows one more piece or part, and if not, which limit is reached. */
export type Admission =
  | { kind: 'allowed' }
  | { kind: 'refused'; because: 'too-many-pieces' | 'too-many-parts' }

const allowed: Admission = { kind: 'allowed' }

/**
 * Checks whether one more piece may be added to `pieces` living ones. The Free plan allows 4 (spec 5 and 6, rule PL1).
 * While the plan is unknown everything is allowed here, because the server decides (rule PL3).
 */
export function admitPiece(role: RoleOrUnknown, pieces: number): Admission {
  if (role !== null || pieces < MAX_FREE_PIECES) return allowed
  return { kind: 'refused', because: 'too-many-pieces' }
}

/**
 * Checks whether a piece may have `parts` living parts after an addition. The Free plan allows 3 (spec 5 and 6, rule
 * PL2).
 */
export function admitPartCount(role: RoleOrUnknown, parts: number): Admission {
  if (role !== null || parts <= MAX_FREE_PARTS_PER_PIECE) return allowed
  return { kind: 'refused', because: 'too-many-parts' }
}

/**
 * Checks whether the plan allows a change. `holdings` has the living pieces and parts before the change. Only additions
 * can be refused (D5, rule PL4).
 */
export function admitChange(
  change: Intention,
  holdings: { pieces: number; partsOf: (pieceId: PieceId) => number },
  role: RoleOrUnknown,
): Admission {
  if (change.kind === 'part.add') return admitPartCount(role, holdings.partsOf(change.args.pieceId) + 1)
  // Its sections were within the limit, or were kept when the plan ended.
  if (change.kind === 'piece.restore') return admitPiece(role, holdings.pieces)
  if (change.kind !== 'piece.create') return allowed
  const another = admitPiece(role, holdings.pieces)
  return another.kind === 'refused' ? another : admitPartCount(role, change.args.parts.length)
}
