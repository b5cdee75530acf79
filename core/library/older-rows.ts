import type { Part, Piece, Practice } from './piece.ts'
import { completeDetails, type PartialDetails, type PracticeDetails } from './practice-details.ts'

/** Fields that older servers do not send and older versions of the app did not store; undefined is the same as absent. */
type Missing<Row, Name extends keyof Row> = Omit<Row, Name> & { readonly [N in Name]?: Row[N] | undefined }

/** A piece that may lack its performance date and its hold. */
export type OlderPiece = Missing<Piece, 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'>
/** A part that may lack the stamp of its place. */
export type OlderPart = Missing<Part, 'positionAt'>
/** A practice entry that may lack its details. */
export type OlderPractice = Omit<Practice, keyof PracticeDetails> & PartialDetails

/** Returns a piece with all fields; one without a performance date or a hold never had any (rule SY13). */
export const completePiece = (piece: OlderPiece): Piece => ({
  ...piece,
  performOn: piece.performOn ?? null,
  performOnAt: piece.performOnAt ?? piece.createdAt,
  onHold: piece.onHold ?? false,
  onHoldAt: piece.onHoldAt ?? piece.createdAt,
})

/** Returns a part with all fields; one without the stamp of its place was never moved (rule SY12). */
export const completePart = (part: OlderPart): Part => ({
  ...part,
  positionAt: part.positionAt ?? part.createdAt,
})

/** Returns an entry with all fields; details that are absent are not known (rule SY13). */
export const completeEntry = (entry: OlderPractice): Practice => ({ ...entry, ...completeDetails(entry) })
