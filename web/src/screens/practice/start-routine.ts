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

/** Returns a new routine of parts in practice order (rules SE15, SE16). */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isPracticedOn(part, today))

/**
 * Returns the routine that was left, at the part that was pressed, so that what it saved stays in its summary; null if
 * no routine was left or it has no such part (rule PX37).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns the parts of one piece. */
export const practicePartsOf = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
