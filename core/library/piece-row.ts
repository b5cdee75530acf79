import type { ChangeOfKind } from './change-outcome.ts'
import type { Timestamp } from './day.ts'
import { editWins } from './merge.ts'
import type { Piece } from './piece.ts'

/** Creates the row of a new piece. `at` becomes the creation time and the edit time of every field. */
export const createPieceRow = (
  { id, name, importance, endTempo }: ChangeOfKind<'piece.create'>['args'],
  at: Timestamp,
): Piece => ({
  id,
  name,
  importance,
  endTempo,
  click: null,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  restoredAt: null,
  revision: 0,
  nameAt: at,
  importanceAt: at,
  endTempoAt: at,
  clickAt: at,
  performOn: null,
  performOnAt: at,
  onHold: false,
  onHoldAt: at,
})

/**
 * Returns the row of a piece after an edit at the time `at`. Replaces only the given fields, and skips those for which
 * a newer edit is stored (rules LI2, ME1).
 */
export function patchPieceRow(piece: Piece, args: ChangeOfKind<'piece.patch'>['args'], at: Timestamp): Piece {
  const { name, importance, endTempo, click, performOn, onHold } = args
  const after: Piece = {
    ...piece,
    ...(name !== undefined && editWins(at, piece.nameAt) && { name, nameAt: at }),
    ...(importance !== undefined && editWins(at, piece.importanceAt) && { importance, importanceAt: at }),
    ...(endTempo !== undefined && editWins(at, piece.endTempoAt) && { endTempo, endTempoAt: at }),
    ...(click !== undefined && editWins(at, piece.clickAt) && { click, clickAt: at }),
    ...(performOn !== undefined && editWins(at, piece.performOnAt) && { performOn, performOnAt: at }),
    ...(onHold !== undefined && editWins(at, piece.onHoldAt) && { onHold, onHoldAt: at }),
  }
  return { ...after, updatedAt: Math.max(...PIECE_FIELD_STAMPS.map(stamp => after[stamp])) }
}

/** Names of the fields of a piece that store when each of its editable fields, such as the name, was last edited. */
const PIECE_FIELD_STAMPS = [
  'nameAt',
  'importanceAt',
  'endTempoAt',
  'clickAt',
  'performOnAt',
  'onHoldAt',
] as const
