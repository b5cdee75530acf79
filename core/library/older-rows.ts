import type { Part, Piece, Practice } from './piece.ts'
import {
  replaceMissingDetailsWithNull,
  type PartialEntryDetails,
  type PracticeDetails,
} from './practice-details.ts'

/**
 * Makes the named fields optional, because older servers do not send them and older versions of the app did not store
 * them. undefined is the same as absent.
 */
type Missing<Row, Name extends keyof Row> = Omit<Row, Name> & { readonly [N in Name]?: Row[N] | undefined }

/** A piece from an older version of the app or server, which lacks the fields performOn and onHold and their times. */
export type OlderPieceRow = Missing<Piece, 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'>
/**
 * A part from an older version of the app or server, which did not record when the part was last moved within its
 * piece.
 */
export type OlderPartRow = Missing<Part, 'positionAt'>
/** A practice entry from an older version of the app or server, which may lack any of the practice details. */
export type OlderPracticeRow = Omit<Practice, keyof PracticeDetails> & PartialEntryDetails

/** Adds the fields that a piece from an older version lacks: no performance date, and not on hold (rule SY13). */
export const upgradePieceRow = (piece: OlderPieceRow): Piece => ({
  ...piece,
  performOn: piece.performOn ?? null,
  performOnAt: piece.performOnAt ?? piece.createdAt,
  onHold: piece.onHold ?? false,
  onHoldAt: piece.onHoldAt ?? piece.createdAt,
})

/**
 * Adds the time of the last move if an older version did not record it. Such a part was never moved, so this is its
 * creation time (rule SY12).
 */
export const upgradePartRow = (part: OlderPartRow): Part => ({
  ...part,
  positionAt: part.positionAt ?? part.createdAt,
})

/** Adds the practice details that an entry from an older version lacks, with the value null (rule SY13). */
export const upgradePracticeRow = (entry: OlderPracticeRow): Practice => ({
  ...entry,
  ...replaceMissingDetailsWithNull(entry),
})
