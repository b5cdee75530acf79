import { daysBetween, type Day } from '#core/library/day.ts'
import type { Part } from '#core/library/piece.ts'
import type { Trainer } from './tempo-trainer.ts'

/** Returns the trainer after an answer, with its first answer in this step (rule FT1). */
export const withAnswer = (before: Trainer, after: Trainer, isClean: boolean): Trainer => ({
  ...after,
  firstAnswer: before.firstAnswer ?? { tempo: before.tempo, isClean },
})

/**
 * Returns whether the first try of a day was clean: the first answer to the trainer in a step, at the tempo that was
 * saved before. Null without such an answer, if the part was practiced today, and if it never was (rule FT1).
 *
 * @param part the part before the tempo of this step is saved
 */
export function firstTryOf(
  trainer: Trainer | undefined,
  part: Pick<Part, 'currentTempo'>,
  lastPracticed: Day | null,
  today: Day,
): boolean | null {
  const answer = trainer?.firstAnswer
  if (answer === undefined || lastPracticed === null) return null
  const hasRested = daysBetween(lastPracticed, today) >= 1
  return hasRested && answer.tempo === part.currentTempo ? answer.isClean : null
}
