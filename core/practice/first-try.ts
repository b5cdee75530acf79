import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { TrainerState } from './tempo-trainer.ts'

/**
 * Returns the trainer state `after` a rating, with the musician's first rating of the step added: whether the attempt
 * at the part was clean (without mistakes), and the tempo at which it was played. If the state `before` the rating
 * already contains a first rating, that one is kept (rule FT1).
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
 * Returns whether the musician's first attempt at a part today was clean (without mistakes). This is the attempt that
 * was rated first in the current step. Returns null if no attempt was rated, if the first one was not played at the
 * part's saved tempo, or if the part was not last practiced on an earlier day (rule FT1).
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
