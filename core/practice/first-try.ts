import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { TrainerState } from './tempo-trainer.ts'

/**
 * Returns the trainer state `after` with the first rating of a run in this step. `before` and `after` are the states
 * before and after the musician rated a run as clean or missed. If `before` contains a first rating, it is kept;
 * otherwise this rating is stored with the tempo of the run (rule FT1).
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
 * Returns true if the first try of the day was clean. The first try is the first run that the musician rates in a step,
 * at the previously saved tempo. Returns null if that run was not rated or had another tempo, if the part was already
 * practiced today, or if it was never practiced (rule FT1).
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
