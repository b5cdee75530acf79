// Rows as servers and apps know them that are older than version 2 of changes (0041, 0045).

type NewOfPart = 'positionAt' | 'restoredAt'

/** Removes the stamps of the position and the return, which older versions do not know. */
export function partWithoutNewFields<P extends { [Name in NewOfPart]?: unknown }>(
  part: P,
): Omit<P, NewOfPart> {
  const { positionAt, restoredAt, ...known } = part
  void [positionAt, restoredAt]
  return known
}

type NewOfPiece = 'restoredAt' | 'performOn' | 'performOnAt' | 'onHold' | 'onHoldAt'

/** Removes the return, the performance date and the hold, which older versions do not know. */
export function pieceWithoutNewFields<P extends { [Name in NewOfPiece]?: unknown }>(
  piece: P,
): Omit<P, NewOfPiece> {
  const { restoredAt, performOn, performOnAt, onHold, onHoldAt, ...known } = piece
  void [restoredAt, performOn, performOnAt, onHold, onHoldAt]
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
