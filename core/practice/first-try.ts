import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { TrainerState } from './tempo-trainer.ts'

/**
 * Returns the trainer state after an answer, and stores the answer as the step's first one if there was none before
 * (rule FT1).
 */
export const recordFirstAnswer = (
  before: TrainerState,
  after: TrainerState,
  isClean: boolean,
): TrainerState => ({
  ...after,
  firstAnswer: before.firstAnswer ?? { tempo: before.tempo, isClean },
})

/**
 * Returns whether the first try of a day was clean. The first try is the first answer to the trainer in a step, at the
 * tempo saved before. Returns null without such an answer, if the part was practiced today already, or if it was never
 * practiced (rule FT1).
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
