import type { Part, Piece, Practice } from './piece.ts'
import {
  replaceMissingDetailsWithNull,
  type PartialPracticeDetails,
  type PracticeDetails,
} from './practice-details.ts'

/** Fields that older servers do not send and older versions of the app did not store; undefined is the same as absent. */
type Missing<Row, Name extends keyof Row> = Omit<Row, Name> & { readonly [N in Name]?: Row[N] | undefined }

/** A piece from an older app or server, without a performance date and the on-hold flag. */
export type OlderPieceRow = Missing<Piece, 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'>
/** A part from an older app or server, without the time at which it was last moved. */
export type OlderPartRow = Missing<Part, 'positionAt'>
/** A practice entry from an older app or server, without the practice details. */
export type OlderPracticeRow = Omit<Practice, keyof PracticeDetails> & PartialPracticeDetails

/** Adds the fields that an older row lacks: no performance date, and not on hold (rule SY13). */
export const upgradePieceRow = (piece: OlderPieceRow): Piece => ({
  ...piece,
  performOn: piece.performOn ?? null,
  performOnAt: piece.performOnAt ?? piece.createdAt,
  onHold: piece.onHold ?? false,
  onHoldAt: piece.onHoldAt ?? piece.createdAt,
})

/** Adds the time of the last move that an older row lacks. A part without it was never moved (rule SY12). */
export const upgradePartRow = (part: OlderPartRow): Part => ({
  ...part,
  positionAt: part.positionAt ?? part.createdAt,
})

/** Returns a practice entry with the practice details that an older row lacks, all null (rule SY13). */
export const upgradePracticeRow = (entry: OlderPracticeRow): Practice => ({
  ...entry,
  ...replaceMissingDetailsWithNull(entry),
})
