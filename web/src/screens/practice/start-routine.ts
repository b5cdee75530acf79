import type { Day } from '#core/library/day.ts'
import type { PieceId } from '#core/library/piece.ts'
import {
  continueRoutine,
  goToStep,
  startPracticeSession,
  type PracticeSession,
  type RoutineStart,
} from '#core/practice/practice-session.ts'
import { isPracticedOn, type PracticePart } from '#core/practice/priority.ts'

/** Returns a new routine with the parts in practice order (rules SE15, SE16). */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isPracticedOn(part, today))

/**
 * Returns the routine that the user has left, continued at the chosen part, so that its summary keeps what was saved;
 * null if there is no such routine or it lacks the part (rule PX37).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns those of the parts that belong to a piece. */
export const practicePartsOfPiece = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
