import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { TrainerState } from './tempo-trainer.ts'

/**
 * Returns the trainer state `after` with the first rating of this step. The musician rates each run (attempt at the
 * part) as clean or missed, which changes the trainer's state from `before` to `after`. If `before` already contains a
 * first rating, it is kept. Otherwise, this rating is stored with the tempo of the run (rule FT1).
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
