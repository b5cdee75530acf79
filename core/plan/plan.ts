import type { Intention } from '#core/library/change.ts'
import type { Library, Rows } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'

/** 'pro' is the unlimited plan, null is the Free plan. */
export type StripeRole = 'pro' | null
export type StripeRoleOrUnknown = StripeRole | undefined

export const MAX_FREE_PIECES = 4
export const MAX_FREE_PARTS_PER_PIECE = 3

export type PlanLimitResult =
  | { kind: 'allowed' }
  | { kind: 'rejected'; because: 'too-many-pieces' | 'too-many-parts' }

const allowed: PlanLimitResult = { kind: 'allowed' }

/** Null is the Free plan. An unknown role is not limited here, because the server checks again. */
export function checkPieceLimit(role: StripeRoleOrUnknown, pieces: number): PlanLimitResult {
  if (role !== null || pieces < MAX_FREE_PIECES) return allowed
  return { kind: 'rejected', because: 'too-many-pieces' }
}

export function checkResultingPartCount(role: StripeRoleOrUnknown, parts: number): PlanLimitResult {
  if (role !== null || parts <= MAX_FREE_PARTS_PER_PIECE) return allowed
  return { kind: 'rejected', because: 'too-many-parts' }
}

/** Restored rows count as added; edited rows do not. */
export const rowsAddPiecesOrParts = (library: Library, { pieces, parts }: Rows): boolean =>
  pieces.some(row => row.deletedAt === null && library.pieces.get(row.id)?.deletedAt !== null) ||
  parts.some(row => row.deletedAt === null && library.parts.get(row.id)?.deletedAt !== null)

/** `holdings` must not count deleted pieces and parts. */
export function checkChangeAgainstPlanLimits(
  change: Intention,
  holdings: { pieces: number; partsOf: (pieceId: PieceId) => number },
  role: StripeRoleOrUnknown,
): PlanLimitResult {
  if (change.kind === 'part.add' || change.kind === 'part.restore')
    return checkResultingPartCount(role, holdings.partsOf(change.args.pieceId) + 1)
  // Its sections were within the limit, or were kept when the plan ended.
  if (change.kind === 'piece.restore') return checkPieceLimit(role, holdings.pieces)
  if (change.kind !== 'piece.create') return allowed
  const another = checkPieceLimit(role, holdings.pieces)
  return another.kind === 'rejected' ? another : checkResultingPartCount(role, change.args.parts.length)
}
