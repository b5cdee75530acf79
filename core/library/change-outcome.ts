import type { Change, ChangeKind } from './change.ts'
import { NO_ROWS, type Library, type RowsWithEntries } from './library.ts'
import type { Part } from './piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'

/** Result of applying a change: the rows to write, possibly none, or the reason why the change is refused. */
export type ChangeOutcome =
  | { kind: 'applied'; rows: RowsWithEntries }
  | { kind: 'refused'; code: RejectionCode }

/** The type of a change of the kind `K`. For example, ChangeOfKind<'piece.create'> is a change that creates a piece. */
export type ChangeOfKind<K extends ChangeKind> = Extract<Change, { kind: K }>

/** The outcome of a change that is accepted but writes no rows, for example because it was applied before. */
export const NO_EFFECT_OUTCOME: ChangeOutcome = { kind: 'applied', rows: NO_ROWS }

/** Creates the outcome of a refused change with its error code. */
export const createRejectedOutcome = (code: RejectionCode): ChangeOutcome => ({ kind: 'refused', code })

/** Creates the outcome of a change that writes the given rows. */
export const createWriteOutcome = (rows: Partial<RowsWithEntries>): ChangeOutcome => ({
  kind: 'applied',
  rows: { ...NO_ROWS, ...rows },
})

/** Returns true if the part or its piece is deleted, or if the library does not contain its piece. */
export const isPartOrPieceDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null
