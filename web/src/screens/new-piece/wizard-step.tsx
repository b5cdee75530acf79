import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PieceId } from '#core/library/piece.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { Button } from '#web/kit/button.tsx'
import { UpgradeDialog, type PlanLimit } from '#web/billing/upgrade-dialog.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useShowFormErrors } from '#web/kit/fields/use-show-form-errors.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { newPartId, newPieceId, recordChange } from '#web/store/record-change.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import {
  wizardPieceIntention,
  isWizardStepValid,
  WIZARD_STEP_COUNT,
  type PieceDraft,
  type WholeOrSections,
} from './piece-draft.ts'
import { WizardStepQuestion, wizardQuestionTextKey } from './wizard-step-question.tsx'
import { useMissingAnswerText } from './use-missing-answer-text.ts'
import { usePhoneKeyboard } from './use-phone-keyboard.ts'
import styles from './new-piece.module.css'

type Props = {
  type: WholeOrSections
  step: number
  role: StripeRoleOrUnknown
  draft: PieceDraft
  /** Whether another tab has already saved this piece. */
  isKnown: boolean
  onDraft: (draft: PieceDraft) => void
  onBack: () => void
  onNext: () => void
  onSaved: (piece: PieceId) => void
}

/**
 * Renders one step of the new-piece wizard with its question and the buttons Back, and Next or Save. The Enter key does
 * not continue (spec 2).
 */
export function WizardStep({ type, step, role, draft, isKnown, onDraft, ...on }: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const { trackEvent } = useAnalytics()
  const device = useDeviceLibrary()
  const [isSaving, setSaving] = useState(false)
  const [limit, setLimit] = useState<PlanLimit | null>(null)
  const [partId] = useState(newPartId)
  const form = useRef<HTMLFormElement>(null)
  const check = useShowFormErrors(form, `${draft.entry.id} ${draft.sections.length}`)
  usePhoneKeyboard(form)
  const missing = useMissingAnswerText(type, step, draft)
  const reason = useId()
  const question = useId()
  const isValid = isWizardStepValid(type, step, draft)
  const isLast = step === WIZARD_STEP_COUNT - 1
  const title = t(wizardQuestionTextKey(type, step))

  async function save() {
    const change = wizardPieceIntention(type, isKnown ? asAnother(draft) : draft, partId)
    if (change === null) return
    setSaving(true)
    const recorded = await recordChange(device, change)
    if (recorded.kind === 'saved') {
      trackEvent({ name: 'add_piece' })
      showSuccess(t('new.saved', { piece: change.args.name }))
      return on.onSaved(change.args.id)
    }
    setSaving(false)
    if (recorded.kind === 'rejected' && recorded.code === 'too-many-pieces') setLimit('pieces')
    else if (recorded.kind === 'rejected' && recorded.code === 'too-many-parts') setLimit('parts')
    else showError(common('toast.error'))
  }

  const goOn = () => (isLast ? void save() : on.onNext())

  return (
    <Page
      title={title}
      layout="wizard"
      start={
        <span id="step-count" className={styles.count}>
          {t('new.step', { step: step + 1, steps: WIZARD_STEP_COUNT })}
        </span>
      }
      end={<StepBars step={step} />}
    >
      <form
        ref={form}
        className={styles.step}
        aria-labelledby={question}
        aria-describedby="step-count"
        noValidate
        onSubmit={event => event.preventDefault()}
      >
        <h1 id={question} aria-describedby="step-count">
          {title}
        </h1>
        <div className={styles.answer}>
          <WizardStepQuestion
            type={type}
            step={step}
            role={role}
            draft={draft}
            isAsked={check.isAsked}
            onDraft={onDraft}
            onLimit={() => setLimit('parts')}
          />
        </div>
        <div className={styles.foot}>
          <Button variant="line" size="wide" onClick={on.onBack}>
            {t('new.back')}
          </Button>
          {/* Focusable while the step is invalid: a press explains what is missing (rule NP2). */}
          <Button
            variant="main"
            size="wide"
            aria-disabled={!isValid}
            aria-describedby={isValid ? undefined : reason}
            busy={isSaving}
            onClick={() => (isValid ? goOn() : check.ask())}
          >
            {isLast ? t('new.save') : t('new.next')}
          </Button>
          <span id={reason} hidden>
            {missing}
          </span>
        </div>
      </form>
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
    </Page>
  )
}

/** Returns the draft with new ids, because adding the same ids again would have no effect. */
const asAnother = (draft: PieceDraft): PieceDraft => ({
  ...draft,
  id: newPieceId(),
  sections: draft.sections.map(section => ({ ...section, id: newPartId() })),
})

function StepBars({ step }: { step: number }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {Array.from({ length: WIZARD_STEP_COUNT }, (_, bar) => (
        <i key={bar} className={bar <= step ? styles.done : undefined} />
      ))}
    </span>
  )
}
