import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownRole } from '#core/plan.ts'
import { Button } from '#web/kit/button.tsx'
import { UpgradeDialog, type Limit } from '#web/kit/upgrade-dialog.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError, showSuccess } from '#web/kit/toast.tsx'
import { useFieldCheck } from '#web/kit/use-field-check.ts'
import { report } from '#web/outside/analytics.ts'
import { newPartId, newPieceId } from '#web/store/new-ids.ts'
import { recordChange } from '#web/store/record-change.ts'
import { creation, isStepValid, STEPS, type PieceDraft, type PieceType } from './piece-draft.ts'
import { StepQuestion, titleOf } from './step-question.tsx'
import { useMissing } from './use-missing.ts'
import styles from './new-piece.module.css'

type Props = {
  type: PieceType
  step: number
  role: KnownRole
  draft: PieceDraft
  /** Another tab has saved this very piece. */
  isKnown: boolean
  onDraft: (draft: PieceDraft) => void
  onBack: () => void
  onNext: () => void
  onSaved: () => void
}

/** One of the four steps: its question, Back, and Next or Save. Only the buttons lead on, never Enter (spec 2). */
export function WizardStep({ type, step, role, draft, isKnown, onDraft, ...on }: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const [limit, setLimit] = useState<Limit | null>(null)
  const [partId] = useState(newPartId)
  const form = useRef<HTMLFormElement>(null)
  const check = useFieldCheck(form)
  const missing = useMissing(type, step, draft)
  const reason = useId()
  const isValid = isStepValid(type, step, draft)
  const isLast = step === STEPS - 1
  const title = t(titleOf(type, step))

  async function save() {
    const change = creation(type, isKnown ? asAnother(draft) : draft, partId)
    if (change === null) return
    setSaving(true)
    const recorded = await recordChange(change)
    if (recorded.kind === 'saved') {
      report({ name: 'add_piece' })
      showSuccess(t('new.saved', { piece: change.args.name }))
      return on.onSaved()
    }
    setSaving(false)
    if (recorded.kind === 'refused' && recorded.code === 'too-many-pieces') setLimit('pieces')
    else if (recorded.kind === 'refused' && recorded.code === 'too-many-parts') setLimit('parts')
    else showError(common('toast.error'))
  }

  const goOn = () => (isLast ? void save() : on.onNext())

  return (
    <Page
      title={title}
      layout="wizard"
      start={
        <span id="step-count" className={styles.count}>
          {t('new.step', { step: step + 1, steps: STEPS })}
        </span>
      }
      end={<StepBars step={step} />}
    >
      <form ref={form} className={styles.step} noValidate onSubmit={event => event.preventDefault()}>
        <h1 aria-describedby="step-count">{title}</h1>
        <div className={styles.answer}>
          <StepQuestion
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
          {/* Not dead while something is missing: a press on it says what (rule NP18). */}
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

/** With the same ids a second time nothing would be added, whatever was typed since. */
const asAnother = (draft: PieceDraft): PieceDraft => ({
  ...draft,
  id: newPieceId(),
  sections: draft.sections.map(section => ({ ...section, id: newPartId() })),
})

function StepBars({ step }: { step: number }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {Array.from({ length: STEPS }, (_, bar) => (
        <i key={bar} className={bar <= step ? styles.done : undefined} />
      ))}
    </span>
  )
}
