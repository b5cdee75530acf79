import type { Library } from '#core/library/library.ts'
import type { Part, PartId, PracticeEntryId } from '#core/library/piece.ts'
import {
  routineParts,
  withoutDeletedParts,
  withSaveUndone,
  withUntouchedTemposRefreshed,
  type PracticeSession,
  type QueuedPart,
} from '#core/practice/practice-session.ts'
import type { Bpm } from '#core/music/tempo.ts'

/**
 * Returns the practice session after applying changes of the library, for example from another device. Removes
 * deleted parts and parts of pieces on hold (excluded from practice). If a practice entry was undone, marks its
 * step as unsaved. Updates the tempos that the user has not changed in the session (rules PX8, SE9).
 *
 * @param retracted those of the session's entries that were undone
 */
export function updateSessionFromLibrary(
  session: PracticeSession,
  library: Library,
  retracted: ReadonlySet<PracticeEntryId>,
): PracticeSession {
  const routine = routineParts(session)
  if (routine === null) return session
  const takenBack = savedEntryIds(session).filter(id => retracted.has(id))
  const living = withoutDeletedParts(takenBack.reduce(withSaveUndone, session), id =>
    isPracticed(library, id),
  )
  return withUntouchedTemposRefreshed(living, id => library.parts.get(id)?.currentTempo ?? null)
}

/** Returns the ids of the practice entries that a session has saved. */
export function savedEntryIds(session: PracticeSession): PracticeEntryId[] {
  const routine = routineParts(session)
  if (routine === null) return []
  return [...routine.queue, ...routine.gone].flatMap(({ saved }) =>
    saved === null ? [] : [saved.practiceId],
  )
}

/**
 * Returns true if the running practice routine has already saved this tempo for the part, and the tempo is still the
 * current tempo of the part. Saving it again would add a second practice entry for the same practice (rule PX34).
 */
export const hasRoutineSavedTempo = (part: QueuedPart, tempo: Bpm, known: Part | undefined): boolean =>
  part.saved?.tempo === tempo && known?.currentTempo === tempo

function isPracticed(library: Library, id: PartId): boolean {
  const part = library.parts.get(id)
  const piece = part && library.pieces.get(part.pieceId)
  return part?.deletedAt === null && piece?.deletedAt === null && !piece.onHold
}
