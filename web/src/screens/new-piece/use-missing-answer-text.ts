import { useTranslation } from 'react-i18next'
import { pieceNameFault } from '#core/library/piece.ts'
import { hasSectionInput } from '#web/kit/sections/section-draft.ts'
import { tempoFault } from '#web/kit/music/tempo-rules.ts'
import type { PieceDraft, WholeOrSections } from './piece-draft.ts'

/**
 * Returns a translated text that says which answer is missing or invalid in a step (0 to 3) of the new-piece wizard.
 * Screen readers read it as the description of the disabled Next button. Returns an empty string if the answer is
 * valid.
 */
export function useMissingAnswerText(type: WholeOrSections, step: number, draft: PieceDraft): string {
  const { t } = useTranslation()
  const { t: pieces } = useTranslation('pieces')

  if (step === 0) {
    const fault = pieceNameFault(draft.name)
    return fault === null ? '' : t(`field.${NAME_FAULTS[fault]}`)
  }
  if (step === 3 && type === 'sections') {
    if (draft.sections.length === 0) return pieces('sections.none')
    return hasSectionInput(draft.entry) ? pieces('sections.pending') : ''
  }
  const fault = step === 1 ? null : tempoFault(step === 2 ? draft.endTempo : draft.currentTempo)
  return fault === null ? '' : t(`field.${fault}`)
}

const NAME_FAULTS = {
  required: 'required',
  'too-short': 'pieceNameTooShort',
  'too-long': 'pieceNameTooLong',
} as const
