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

/**
 * A piece from an older version of the app or server. It may lack the fields performOn and onHold and the times of
 * their last edits.
 */
export type OlderPieceRow = Missing<Piece, 'restoredAt' | 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'>
/**
 * A part from an older version of the app or server. It may lack `positionAt`, the time when the part was last moved
 * within its piece.
 */
export type OlderPartRow = Missing<Part, 'restoredAt' | 'positionAt'>
/** A practice entry from an older version of the app or server, which may lack any of the practice details. */
export type OlderPracticeRow = Omit<Practice, keyof PracticeDetails> & PartialEntryDetails

/**
 * Returns a piece in the current format. Fields that an older version did not store get defaults: no performance date,
 * not on hold, and the creation time of the piece as the edit time of both (rule SY13).
 */
export const upgradePieceRow = (piece: OlderPieceRow): Piece => ({
  ...piece,
  restoredAt: piece.restoredAt ?? null,
  performOn: piece.performOn ?? null,
  performOnAt: piece.performOnAt ?? piece.createdAt,
  onHold: piece.onHold ?? false,
  onHoldAt: piece.onHoldAt ?? piece.createdAt,
})

/**
 * Returns a part in the current format. If an older version did not store `positionAt`, the time when the part was last
 * moved, sets it to the part's creation time, because such a part was never moved (rule SY12).
 */
export const upgradePartRow = (part: OlderPartRow): Part => ({
  ...part,
  restoredAt: part.restoredAt ?? null,
  positionAt: part.positionAt ?? part.createdAt,
})

/** Adds the practice details that an entry from an older version lacks, with the value null (rule SY13). */
export const upgradePracticeRow = (entry: OlderPracticeRow): Practice => ({
  ...entry,
  ...replaceMissingDetailsWithNull(entry),
})
