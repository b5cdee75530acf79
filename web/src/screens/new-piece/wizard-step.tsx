import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownRole } from '#core/plan.ts'
import { Button } from '#web/kit/button.tsx'
import { UpgradeDialog, type Limit } from '#web/kit/upgrade-dialog.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError, showSuccess } from '#web/kit/toast.tsx'
import { report } from '#web/outside/analytics.ts'
import { newPartId, newPieceId } from '#web/store/new-ids.ts'
import { recordChange } from '#web/store/record-change.ts'
import { creation, isStepValid, STEPS, type PieceDraft, type PieceType } from './piece-draft.ts'
import { StepQuestion, titleOf } from './step-question.tsx'
import styles from './new-piece.module.css'

type Props = {
  type: PieceType
  step: number
  role: KnownRole
  draft: PieceDraft
  onDraft: (draft: PieceDraft) => void
  onBack: () => void
  onNext: () => void
  onSaved: () => void
}

/** One of the four steps: its question, Back, and Next or Save. Only the buttons lead on, never Enter (spec 2). */
export function WizardStep({ type, step, role, draft, onDraft, onBack, onNext, onSaved }: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const [limit, setLimit] = useState<Limit | null>(null)
  const [ids] = useState(() => ({ pieceId: newPieceId(), partId: newPartId() }))
  const isValid = isStepValid(type, step, draft)
  const isLast = step === STEPS - 1
  const title = t(titleOf(type, step))

  async function save() {
    const change = creation(type, draft, ids)
    if (change === null) return
    setSaving(true)
    const recorded = await recordChange(change)
    setSaving(false)
    if (recorded.kind === 'saved') {
      report({ name: 'add_piece' })
      showSuccess(t('new.saved', { piece: change.args.name }))
      onSaved()
    } else if (recorded.kind === 'refused' && recorded.code === 'too-many-pieces') setLimit('pieces')
    else if (recorded.kind === 'refused' && recorded.code === 'too-many-parts') setLimit('parts')
    else showError(common('toast.error'))
  }

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
      {/* Drawn anew for every step, so that the focus leaves the button and goes to the new question. */}
      <form key={step} className={styles.step} noValidate onSubmit={event => event.preventDefault()}>
        <h1 aria-describedby="step-count">{title}</h1>
        <div className={styles.answer}>
          <StepQuestion
            type={type}
            step={step}
            role={role}
            draft={draft}
            onDraft={onDraft}
            onLimit={() => setLimit('parts')}
          />
        </div>
        <div className={styles.foot}>
          <Button variant="line" size="wide" onClick={onBack}>
            {t('new.back')}
          </Button>
          {isLast ? (
            <Button
              variant="main"
              size="wide"
              disabled={!isValid}
              busy={isSaving}
              onClick={() => void save()}
            >
              {t('new.save')}
            </Button>
          ) : (
            <Button variant="main" size="wide" disabled={!isValid} onClick={onNext}>
              {t('new.next')}
            </Button>
          )}
        </div>
      </form>
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
    </Page>
  )
}

function StepBars({ step }: { step: number }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {Array.from({ length: STEPS }, (_, bar) => (
        <i key={bar} className={bar <= step ? styles.done : undefined} />
      ))}
    </span>
  )
}
