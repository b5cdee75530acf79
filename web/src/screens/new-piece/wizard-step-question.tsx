import { useTranslation } from 'react-i18next'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { BpmField } from '#web/kit/music/bpm-field.tsx'
import { NameField } from '#web/kit/fields/name-field.tsx'
import { UrgencyField } from '#web/kit/music/urgency-field.tsx'
import type { PieceDraft, WholeOrSections } from './piece-draft.ts'
import { SectionsStep } from './sections-step.tsx'

type Props = {
  type: WholeOrSections
  step: number
  role: StripeRoleOrUnknown
  draft: PieceDraft
  /** True after the user has tried to continue with invalid input. The fields then show their errors. */
  isAsked: boolean
  onDraft: (draft: PieceDraft) => void
  onLimit: () => void
}

/**
 * Renders the input of one step (0 to 3) in the new-piece wizard: the name, the urgency, the goal tempo, or the current
 * tempo. In the last step of a piece with sections, renders the list of sections instead of the tempo.
 */
export function WizardStepQuestion({ type, step, role, draft, isAsked, onDraft, onLimit }: Props) {
  const { t } = useTranslation('pieces')
  const answer = (answered: Partial<PieceDraft>) => onDraft({ ...draft, ...answered })

  if (step === 0) {
    return (
      <NameField
        of="piece"
        label={t('name.piece')}
        hint="length"
        value={draft.name}
        isAsked={isAsked}
        onChange={name => answer({ name })}
      />
    )
  }
  if (step === 1) {
    return (
      <UrgencyField
        legend="hidden"
        value={draft.importance}
        onChange={importance => answer({ importance })}
      />
    )
  }
  if (step === 2) {
    return (
      <BpmField
        layout="stage"
        label={t('new.goal')}
        value={draft.endTempo}
        isAsked={isAsked}
        onChange={endTempo => answer({ endTempo })}
      />
    )
  }
  if (type === 'sections')
    return <SectionsStep draft={draft} role={role} isAsked={isAsked} onDraft={onDraft} onLimit={onLimit} />
  return (
    <BpmField
      layout="stage"
      label={t('new.tempo')}
      value={draft.currentTempo}
      isAsked={isAsked}
      onChange={currentTempo => answer({ currentTempo })}
    />
  )
}

const TITLES = ['new.nameTitle', 'new.urgencyTitle', 'new.goalTitle'] as const

/** Returns the translation key of the question that a step (0 to 3) of the new-piece wizard asks. */
export function wizardQuestionTextKey(type: WholeOrSections, step: number) {
  return TITLES[step] ?? (type === 'whole' ? 'new.tempoTitle' : 'new.sectionsTitle')
}
