import type { Day } from '#core/library/day.ts'
import type { PieceId } from '#core/library/piece.ts'
import {
  continueRoutine,
  goToStep,
  startPracticeSession,
  type PracticeSession,
  type RoutineStart,
} from '#core/practice/practice-session.ts'
import { isLastPracticedOn, type PracticePart } from '#core/practice/priority.ts'

/**
 * Returns a new practice session with one step for each of the given parts, which must be in practice order. It begins
 * at the part that `start` selects (rules SE15, SE16).
 */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isLastPracticedOn(part, today))

/**
 * Returns the paused routine, continued at the chosen part. Its summary then includes the tempos saved before the
 * pause. Returns null if there is no paused routine or it does not contain the part (rule PX37).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns those of the given parts that belong to a piece. */
export const practicePartsOfPiece = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
