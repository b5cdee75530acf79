import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { TrainerState } from './tempo-trainer.ts'

/**
 * Returns the trainer state after an answer. Also stores the answer as the first one of the step if it is the first
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
 * Returns true if the first try of the day was clean. The first try is the first answer to the trainer in a step, at
 * the previously saved tempo. Returns null if there is no such answer, if the part was already practiced today, or if
 * it was never practiced (rule FT1).
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
