import { FASTEST_GOAL, parseGoal, SLOWEST, type Bpm } from '#core/tempo.ts'

export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole'

/**
 * What stands in a tempo field as a tempo that may be stored, or null. A stored tempo above 208, reached on the
 * slider, is taken as it is: a form may always give back what it was opened with (D4).
 */
export const typedTempo = (typed: number | null, stored?: Bpm): Bpm | null =>
  stored !== undefined && typed === stored ? stored : parseGoal(typed)

/** What is wrong with a typed tempo (spec 5), or null. The names are keys of the texts under `field`. */
export function tempoFault(typed: number | null, stored?: Bpm): TempoFault | null {
  if (typed === null) return 'required'
  if (typedTempo(typed, stored) !== null) return null
  if (typed < SLOWEST) return 'bpmTooSlow'
  return typed > FASTEST_GOAL ? 'bpmTooFast' : 'bpmNotWhole'
}
