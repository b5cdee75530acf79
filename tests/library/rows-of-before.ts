// Rows as servers and apps know them that are older than version 2 of changes (0041, 0045).

/** Removes the stamp of the position, which older versions do not know. */
export function partWithoutNewFields<P extends { positionAt?: number | undefined }>(
  part: P,
): Omit<P, 'positionAt'> {
  const { positionAt, ...known } = part
  void positionAt
  return known
}

type NewOfPiece = 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'

/** Removes the performance date and the hold, which older versions do not know. */
export function pieceWithoutNewFields<P extends { [Name in NewOfPiece]?: unknown }>(
  piece: P,
): Omit<P, NewOfPiece> {
  const { performOn, performOnAt, onHold, onHoldAt, ...known } = piece
  void [performOn, performOnAt, onHold, onHoldAt]
  return known
}

type NewOfEntry = 'seconds' | 'plannedSeconds' | 'day' | 'firstTryClean' | 'runThroughId'

/** Removes the practice details, which older versions do not know. */
export function entryWithoutDetails<E extends { [Name in NewOfEntry]?: unknown }>(
  entry: E,
): Omit<E, NewOfEntry> {
  const { seconds, plannedSeconds, day, firstTryClean, runThroughId, ...known } = entry
  void [seconds, plannedSeconds, day, firstTryClean, runThroughId]
  return known
}
