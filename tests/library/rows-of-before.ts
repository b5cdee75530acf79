// Rows as servers and apps know them that are older than version 2 of changes (0041, 0045).

/** A part without the stamp of its place. */
export function partOfBefore<P extends { positionAt?: number | undefined }>(part: P): Omit<P, 'positionAt'> {
  const { positionAt, ...known } = part
  void positionAt
  return known
}

type NewOfPiece = 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'

/** A piece without a performance date and without a hold. */
export function pieceOfBefore<P extends { [Name in NewOfPiece]?: unknown }>(piece: P): Omit<P, NewOfPiece> {
  const { performOn, performOnAt, onHold, onHoldAt, ...known } = piece
  void [performOn, performOnAt, onHold, onHoldAt]
  return known
}

type NewOfEntry = 'seconds' | 'plannedSeconds' | 'day' | 'firstTryClean' | 'runThroughId'

/** A practice entry that says only which tempo was saved, and when. */
export function entryOfBefore<E extends { [Name in NewOfEntry]?: unknown }>(entry: E): Omit<E, NewOfEntry> {
  const { seconds, plannedSeconds, day, firstTryClean, runThroughId, ...known } = entry
  void [seconds, plannedSeconds, day, firstTryClean, runThroughId]
  return known
}
