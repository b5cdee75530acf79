import { STEPS, type PieceType } from './piece-draft.ts'

/** Where in the wizard an address stands: the choice of the type, or a step of 0 to 3. */
export type WizardPlace = { kind: 'choice' } | { kind: 'step'; type: PieceType; step: number }

/** The place of an address like `/new?as=whole&step=2`; anything else is the choice (rule NP4). */
export function placeOf(search: URLSearchParams): WizardPlace {
  const as = search.get('as')
  if (as !== 'whole' && as !== 'sections') return { kind: 'choice' }
  const step = Number(search.get('step') ?? '1') - 1
  return Number.isInteger(step) && step >= 0 && step < STEPS
    ? { kind: 'step', type: as, step }
    : { kind: 'step', type: as, step: 0 }
}

/** The address of a place. Steps are counted from 1 there, as on the screen. */
export const addressOf = (place: WizardPlace): string =>
  place.kind === 'choice' ? '/new' : `/new?as=${place.type}&step=${place.step + 1}`
