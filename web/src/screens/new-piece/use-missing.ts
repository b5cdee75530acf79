import { useTranslation } from 'react-i18next'
import { faultOfPieceName } from '#core/piece.ts'
import { isPending } from '#web/kit/section-entry.ts'
import { tempoFault } from '#web/kit/tempo-rules.ts'
import type { PieceDraft, PieceType } from './piece-draft.ts'

/** Why a step cannot be left forward, in words for the button that does nothing yet; empty where it can. */
export function useMissing(type: PieceType, step: number, draft: PieceDraft): string {
  const { t } = useTranslation()
  const { t: pieces } = useTranslation('pieces')

  if (step === 0) {
    const fault = faultOfPieceName(draft.name)
    return fault === null ? '' : t(`field.${NAME_FAULTS[fault]}`)
  }
  if (step === 3 && type === 'sections') {
    if (draft.sections.length === 0) return pieces('sections.none')
    return isPending(draft.entry) ? pieces('sections.pending') : ''
  }
  const fault = step === 1 ? null : tempoFault(step === 2 ? draft.endTempo : draft.currentTempo)
  return fault === null ? '' : t(`field.${fault}`)
}

const NAME_FAULTS = {
  required: 'required',
  'too-short': 'pieceNameTooShort',
  'too-long': 'pieceNameTooLong',
} as const
