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

/** Starts a new routine with the given parts in practice order (rules SE15, SE16). */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isPracticedOn(part, today))

/**
 * Continues the paused routine at the chosen part, so that its summary includes the tempos saved before the pause.
 * Returns null if there is no paused routine or it does not contain the part (rule PX37).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns the given parts that belong to a piece. */
export const practicePartsOfPiece = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
