import type { Intention } from '#core/library/change.ts'
import type { Library, Rows } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'

/** Role of a user, which says what plan the user has: 'pro' is the unlimited plan, null is Free (spec 3 and 6). */
export type StripeRole = 'pro' | null
/** Role of a user ('pro', or null for the Free plan), or undefined if the role is not known yet. */
export type StripeRoleOrUnknown = StripeRole | undefined

/** Maximum number of pieces on the Free plan (spec 6). */
export const MAX_FREE_PIECES = 4
/** Maximum number of parts per piece on the Free plan (spec 6). */
export const MAX_FREE_PARTS_PER_PIECE = 3

/** Result of checking the limits of the user's plan: allowed, or rejected with the limit that would be exceeded. */
export type Admission =
  | { kind: 'allowed' }
  | { kind: 'rejected'; because: 'too-many-pieces' | 'too-many-parts' }

const allowed: Admission = { kind: 'allowed' }

/**
 * Checks whether the plan allows one more piece in addition to `pieces` existing ones. The Free plan allows 4 (spec 5
 * and 6, rule PL1). While the plan is unknown, everything is allowed, because the server checks again (rule PL3).
 */
export function admitPiece(role: StripeRoleOrUnknown, pieces: number): Admission {
  if (role !== null || pieces < MAX_FREE_PIECES) return allowed
  return { kind: 'rejected', because: 'too-many-pieces' }
}

/**
 * Checks whether the user's plan allows a piece with `parts` parts. The Free plan allows 3 (spec 5 and 6, rule PL1).
 * While the plan is unknown, everything is allowed.
 */
export function admitPartCount(role: StripeRoleOrUnknown, parts: number): Admission {
  if (role !== null || parts <= MAX_FREE_PARTS_PER_PIECE) return allowed
  return { kind: 'rejected', because: 'too-many-parts' }
}

/**
 * Returns true if the rows that a change writes would add pieces or parts to the library. Only then does the plan's
 * limit apply, because the change may have been applied already (rules LS4, LI20).
 */
export const addsPiecesOrParts = (library: Library, { pieces, parts }: Rows): boolean =>
  pieces.some(row => row.deletedAt === null && library.pieces.get(row.id)?.deletedAt !== null) ||
  parts.some(row => row.deletedAt === null && library.parts.get(row.id)?.deletedAt !== null)

/**
 * Checks whether the user's plan allows a change. Only changes that create or restore a piece or add a part can be
 * refused (D5, rule PL3).
 *
 * @param holdings the numbers of existing pieces, and of existing parts of a piece, without deleted ones
 */
export function admitChange(
  change: Intention,
  holdings: { pieces: number; partsOf: (pieceId: PieceId) => number },
  role: StripeRoleOrUnknown,
): Admission {
  if (change.kind === 'part.add' || change.kind === 'part.restore')
    return admitPartCount(role, holdings.partsOf(change.args.pieceId) + 1)
  // Its sections were within the limit, or were kept when the plan ended.
  if (change.kind === 'piece.restore') return admitPiece(role, holdings.pieces)
  if (change.kind !== 'piece.create') return allowed
  const another = admitPiece(role, holdings.pieces)
  return another.kind === 'rejected' ? another : admitPartCount(role, change.args.parts.length)
}
