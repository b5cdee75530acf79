import {
  refusedOutcome,
  unchangedOutcome,
  writtenOutcome,
  type ChangeOf,
  type ChangeOutcome,
} from './change-outcome.ts'
import type { Timestamp } from './day.ts'
import type { Library } from './library.ts'
import type { PieceId } from './piece.ts'
import { newPartRow } from './part-row.ts'
import { newPieceRow, patchedPiece } from './piece-row.ts'

/** Creates a piece with its parts; has no effect if the piece exists. */
export function applyPieceCreate(library: Library, { args, at }: ChangeOf<'piece.create'>): ChangeOutcome {
  if (library.pieces.has(args.id)) return unchangedOutcome
  if (args.parts.some(part => library.parts.has(part.id))) return refusedOutcome('invalid')
  return writtenOutcome({
    pieces: [newPieceRow(args, at)],
    parts: args.parts.map((part, position) => newPartRow(part, args.id, position, at)),
  })
}

/** Changes the fields of a piece whose stored edit is older. */
export function applyPiecePatch(library: Library, { args, at }: ChangeOf<'piece.patch'>): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return refusedOutcome('not-found')
  if (piece.deletedAt !== null) return refusedOutcome('deleted')
  return writtenOutcome({ pieces: [patchedPiece(piece, args, at)] })
}

/** Deletes a piece or brings it back. Its parts bear no mark of its deletion, so that they come back with it. */
export function applyPieceMark(library: Library, id: PieceId, deletedAt: Timestamp | null): ChangeOutcome {
  const piece = library.pieces.get(id)
  if (piece === undefined) return refusedOutcome('not-found')
  const isSo = (piece.deletedAt === null) === (deletedAt === null)
  return isSo ? unchangedOutcome : writtenOutcome({ pieces: [{ ...piece, deletedAt }] })
}
