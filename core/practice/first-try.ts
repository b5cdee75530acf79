import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { TrainerState } from './tempo-trainer.ts'

/**
 * Stores whether the musician's first run of a step, an attempt at the part, was clean, with the tempo of that run (rule
 * FT1). Returns the trainer state `after` a rating with this first rating added. If the state `before` the rating
 * already contains a first rating, that one is kept.
 */
export const recordFirstRating = (
  before: TrainerState,
  after: TrainerState,
  isClean: boolean,
): TrainerState => ({
  ...after,
  firstAnswer: before.firstAnswer ?? { tempo: before.tempo, isClean },
})

/**
 * Returns whether the part's first try of the day was clean, or null if that is not known. The first try is the first
 * run (attempt at the part) that the musician rates in this step. It counts only if it had the previously saved tempo,
 * and if the part was last practiced on an earlier day (rule FT1).
 *
 * @param part the part before the tempo of this step is saved
 */
export function wasFirstTryClean(
  trainer: TrainerState | undefined,
  part: Pick<Part, 'currentTempo'>,
  lastPracticed: Day | null,
  today: Day,
): boolean | null {
  const answer = trainer?.firstAnswer
  if (answer === undefined || lastPracticed === null) return null
  const hasRested = daysBetween(lastPracticed, today) >= 1
  return hasRested && answer.tempo === part.currentTempo ? answer.isClean : null
}
