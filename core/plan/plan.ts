import type { Intention } from '#core/library/change.ts'
import type { PieceId } from '#core/library/piece.ts'

/** The plan of a user: 'pro' has no limits, null is Free (spec 3 and 6). */
export type StripeRole = 'pro' | null
/** The plan of a user, or undefined if it is not known yet. */
export type StripeRoleOrUnknown = StripeRole | undefined

/** Maximum number of pieces on the Free plan (spec 6). */
export const MAX_FREE_PIECES = 4
/** Maximum number of parts per piece on the Free plan (spec 6). */
export const MAX_FREE_PARTS_PER_PIECE = 3

/** Whether the plan allows an addition, and if not, which limit it exceeds. */
export type Admission =
  | { kind: 'allowed' }
  | { kind: 'refused'; because: 'too-many-pieces' | 'too-many-parts' }

const allowed: Admission = { kind: 'allowed' }

/**
 * Checks whether the plan allows another piece beside `pieces` existing ones. The Free plan allows 4 (spec 5 and 6,
 * rule PL1). An unknown plan allows everything, because the server checks again (rule PL3).
 */
export function admitPiece(role: StripeRoleOrUnknown, pieces: number): Admission {
  if (role !== null || pieces < MAX_FREE_PIECES) return allowed
  return { kind: 'refused', because: 'too-many-pieces' }
}

/** Checks whether the plan allows a piece with `parts` parts. The Free plan allows 3 (spec 5 and 6, rule PL2). */
export function admitPartCount(role: StripeRoleOrUnknown, parts: number): Admission {
  if (role !== null || parts <= MAX_FREE_PARTS_PER_PIECE) return allowed
  return { kind: 'refused', because: 'too-many-parts' }
}

/**
 * Checks whether the plan allows a change. `holdings` counts the pieces and parts before the change, without deleted
 * ones. Only additions can be refused (D5, rule PL4).
 */
export function admitChange(
  change: Intention,
  holdings: { pieces: number; partsOf: (pieceId: PieceId) => number },
  role: StripeRoleOrUnknown,
): Admission {
  if (change.kind === 'part.add') return admitPartCount(role, holdings.partsOf(change.args.pieceId) + 1)
  // Its sections were within the limit, or were kept when the plan ended.
  if (change.kind === 'piece.restore') return admitPiece(role, holdings.pieces)
  if (change.kind !== 'piece.create') return allowed
  const another = admitPiece(role, holdings.pieces)
  return another.kind === 'refused' ? another : admitPartCount(role, change.args.parts.length)
}
