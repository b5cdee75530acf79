import {
  createRejectedOutcome,
  NO_EFFECT_OUTCOME,
  createWriteOutcome,
  type ChangeOfKind,
  type ChangeOutcome,
} from './change-outcome.ts'
import type { Library } from './library.ts'
import type { Timestamp } from './day.ts'
import { initialValues } from './field.ts'
import { withDeletion, withEdit } from './merge.ts'
import { createPartRow } from './apply-part-change.ts'
import { PIECE_FIELDS } from './piece-fields.ts'
import type { Piece } from './piece.ts'

/** Creates the row of a new piece. `at` becomes the creation time. */
export function createPieceRow(
  { parts, ...fields }: ChangeOfKind<'piece.create'>['args'],
  at: Timestamp,
): Piece {
  void parts
  return {
    ...initialValues(PIECE_FIELDS),
    ...fields,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    revision: 0,
    stamps: {},
  } as Piece
}

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
    parts: args.parts.map((part, position) => createPartRow({ ...part, pieceId: args.id, position }, at)),
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
  const { id: _, ...edit } = args
  const after = withEdit<Piece>(piece, edit, at)
  const updatedAt = after === piece ? piece.updatedAt : Math.max(piece.updatedAt, at)
  return createWriteOutcome({ pieces: [{ ...after, updatedAt }] })
}

/**
 * Computes the outcome of deleting a piece or of bringing it back. The piece's parts stay unchanged, so that they come
 * back with it. Has no effect if the piece was deleted or brought back later. It is rejected if the piece does not
 * exist.
 */
export function applyPieceDeletion(
  library: Library,
  { kind, args, at }: ChangeOfKind<'piece.delete'> | ChangeOfKind<'piece.restore'>,
): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  const after = withDeletion(piece, kind === 'piece.delete', at)
  return after === null ? NO_EFFECT_OUTCOME : createWriteOutcome({ pieces: [after] })
}
