import type { Change, ChangeKind } from './change.ts'
import { NO_ROWS, type Library, type Rows } from './library.ts'
import type { Part } from './piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'

/** The rows that a change writes (none if it has no effect), or why it is rejected. */
export type ChangeOutcome = { kind: 'applied'; rows: Rows } | { kind: 'refused'; code: RejectionCode }

/** A change of one kind. */
export type ChangeOf<K extends ChangeKind> = Extract<Change, { kind: K }>

/** The outcome of a change without an effect. */
export const unchangedOutcome: ChangeOutcome = { kind: 'applied', rows: NO_ROWS }

/** Returns the outcome of a change that is rejected. */
export const refusedOutcome = (code: RejectionCode): ChangeOutcome => ({ kind: 'refused', code })

/** Returns the outcome of a change that writes rows. */
export const writtenOutcome = (rows: Partial<Rows>): ChangeOutcome => ({
  kind: 'applied',
  rows: { ...NO_ROWS, ...rows },
})

/** Returns whether a part or its piece is deleted. */
export const isDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null
