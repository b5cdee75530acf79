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

/**
 * Computes the outcome of creating a piece with its parts. The change has no effect if the piece already exists. It is
 * rejected if a part with one of the new ids already exists.
 */
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

/**
 * Computes the outcome of editing the given fields of a piece. Skips fields for which a newer edit is stored. The
 * change is rejected if the piece is missing or deleted.
 */
export function applyPiecePatch(library: Library, { args, at }: ChangeOfKind<'piece.patch'>): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  return createWriteOutcome({ pieces: [patchPieceRow(piece, args, at)] })
}

/**
 * Computes the outcome of deleting a piece at the time `deletedAt` or, if that is null, of restoring the piece. The
 * piece's parts stay unchanged, so that restoring the piece also restores them. The change has no effect if the piece
 * is already deleted or not deleted, respectively. It is rejected if the piece does not exist.
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
