import type { Part, Piece, Practice } from './piece.ts'
import {
  replaceMissingDetailsWithNull,
  type PartialPracticeDetails,
  type PracticeDetails,
} from './practice-details.ts'

/** Fields that older servers do not send and older versions of the app did not store; undefined is the same as absent. */
type Missing<Row, Name extends keyof Row> = Omit<Row, Name> & { readonly [N in Name]?: Row[N] | undefined }

/** A piece from an app or server that does not know performance dates and holds yet. */
export type OlderPieceRow = Missing<Piece, 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'>
/** A part from an app or server that does not store the time of a move yet. */
export type OlderPartRow = Missing<Part, 'positionAt'>
/** A practice entry from an app or server that does not store practice details yet. */
export type OlderPracticeRow = Omit<Practice, keyof PracticeDetails> & PartialPracticeDetails

/** Adds the fields that an older version lacks: no performance date and not on hold (rule SY13). */
export const upgradePieceRow = (piece: OlderPieceRow): Piece => ({
  ...piece,
  performOn: piece.performOn ?? null,
  performOnAt: piece.performOnAt ?? piece.createdAt,
  onHold: piece.onHold ?? false,
  onHoldAt: piece.onHoldAt ?? piece.createdAt,
})

/** Adds the stamp that an older version lacks. A part without it was never moved (rule SY12). */
export const upgradePartRow = (part: OlderPartRow): Part => ({
  ...part,
  positionAt: part.positionAt ?? part.createdAt,
})

/** Adds the details that an older version lacks, as null (rule SY13). */
export const upgradePracticeRow = (entry: OlderPracticeRow): Practice => ({
  ...entry,
  ...replaceMissingDetailsWithNull(entry),
})
