import {
  createRejectedOutcome,
  NO_EFFECT_OUTCOME,
  createWriteOutcome,
  type ChangeOfKind,
  type ChangeOutcome,
} from './change-outcome.ts'
import type { Timestamp } from './day.ts'
import type { Library } from './library.ts'
import type { PieceId } from './piece.ts'
import { createPartRow } from './part-row.ts'
import { createPieceRow, patchPieceRow } from './piece-row.ts'

/** Creates a piece with its parts. Has no effect if the piece exists already. */
export function applyPieceCreate(
  library: Library,
  { args, at }: ChangeOfKind<'piece.create'>,
): ChangeOutcome {
  if (library.pieces.has(args.id)) return NO_EFFECT_OUTCOME
  if (args.parts.some(part => library.parts.has(part.id))) return createRejectedOutcome('invalid')
  return createWriteOutcome({
    pieces: [createPieceRow(args, at)],
    parts: args.parts.map((part, position) => createPartRow(part, args.id, position, at)),
  })
}

/** Edits the given fields of a piece. Skips fields for which a newer edit is stored. */
export function applyPiecePatch(library: Library, { args, at }: ChangeOfKind<'piece.patch'>): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  return createWriteOutcome({ pieces: [patchPieceRow(piece, args, at)] })
}

/**
 * Deletes a piece, or restores it if `deletedAt` is null. Leaves its parts unchanged, so that restoring the piece also
 * restores its parts.
 */
export function applyPieceDeleteOrRestore(
  library: Library,
  id: PieceId,
  deletedAt: Timestamp | null,
): ChangeOutcome {
  const piece = library.pieces.get(id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  const isSo = (piece.deletedAt === null) === (deletedAt === null)
  return isSo ? NO_EFFECT_OUTCOME : createWriteOutcome({ pieces: [{ ...piece, deletedAt }] })
}
