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
 * session begins at the part given by `start`, at the first part not practiced today ('open'), or at the first part
 * ('top'). Other parts that were practiced today are moved to the front, so that Next leads only to parts that still
 * need practice. No part is moved if `start` is 'top' or if all parts were practiced today (rules SE15, SE16).
 */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isLastPracticedOn(part, today))

/**
 * Returns the practice session in which the paused routine continues at the part given by `start`. The summary of the
 * routine then includes the tempos saved before the pause. Returns null if there is no routine, if `start` does not
 * name a part, or if the routine does not contain the part (rule PX37).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns the given parts that belong to the given piece, in the same order. */
export const practicePartsOfPiece = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
