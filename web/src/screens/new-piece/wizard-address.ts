import { WIZARD_STEP_COUNT, type PieceType } from './piece-draft.ts'

/** A place in the wizard: the choice of the type, or a step of 0 to 3. */
export type WizardPlace = { kind: 'choice' } | { kind: 'step'; type: PieceType; step: number }

/** Parses an address like `/new?as=whole&step=2`; any other address is the choice (rule NP4). */
export function parseWizardPlace(search: URLSearchParams): WizardPlace {
  const as = search.get('as')
  if (as !== 'whole' && as !== 'sections') return { kind: 'choice' }
  const step = Number(search.get('step') ?? '1') - 1
  return Number.isInteger(step) && step >= 0 && step < WIZARD_STEP_COUNT
    ? { kind: 'step', type: as, step }
    : { kind: 'step', type: as, step: 0 }
}

/** Returns the address of a place, in which steps count from 1, as on the screen. */
export const wizardAddress = (place: WizardPlace): string =>
  place.kind === 'choice' ? '/new' : `/new?as=${place.type}&step=${place.step + 1}`
