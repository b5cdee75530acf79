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
 * Returns a new practice session with one step for each of the given parts, which must be in practice order. The
 * `start` argument determines the part at which the session begins (rules SE15, SE16).
 */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isLastPracticedOn(part, today))

/**
 * Returns the paused routine of a session, continued at the part that `start` selects. The summary of the routine
 * then includes the tempos saved before the pause. Returns null if there is no routine, if `start` selects no
 * particular part, or if the routine does not contain the part (rule PX37).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns those of the given parts that belong to a piece. */
export const practicePartsOfPiece = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
