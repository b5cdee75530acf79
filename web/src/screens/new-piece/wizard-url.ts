import { WIZARD_STEP_COUNT, type WholeOrSections } from './piece-draft.ts'

/** A position in the new-piece wizard: the choice of the piece type, or one of the steps 0 to 3. */
export type WizardPosition = { kind: 'choice' } | { kind: 'step'; type: WholeOrSections; step: number }

/**
 * Parses the query of the URL of the new-piece wizard, such as `?as=whole&step=2`, where `as` is the piece type. If the
 * type is missing or invalid, returns the position 'choice', at which the user chooses it. If the step is missing or
 * invalid, returns the first step (rule NP4).
 */
export function parseWizardPosition(search: URLSearchParams): WizardPosition {
  const as = search.get('as')
  if (as !== 'whole' && as !== 'sections') return { kind: 'choice' }
  const step = Number(search.get('step') ?? '1') - 1
  return Number.isInteger(step) && step >= 0 && step < WIZARD_STEP_COUNT
    ? { kind: 'step', type: as, step }
    : { kind: 'step', type: as, step: 0 }
}

/** Returns the URL of a position in the new-piece wizard. The URL counts steps from 1, as the screen does. */
export const wizardUrl = (place: WizardPosition): string =>
  place.kind === 'choice' ? '/new' : `/new?as=${place.type}&step=${place.step + 1}`
