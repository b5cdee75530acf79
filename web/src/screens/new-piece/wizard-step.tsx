import { useId, useRef, useState, useEffect, useLayoutEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { pieceNameFault, type PieceId } from '#core/library/piece.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { Button } from '#web/kit/button.tsx'
import { planLimitOf, UpgradeDialog, type PlanLimit } from '#web/billing/upgrade-dialog.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useShowFormErrors } from '#web/kit/fields/field.tsx'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { newPartId, newPieceId, recordChange } from '#web/store/record-change.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { BpmField } from '#web/kit/music/tempo-field.tsx'
import { NameField } from '#web/kit/fields/name-field.tsx'
import { UrgencyField } from '#web/kit/music/urgency-field.tsx'
import { hasSectionInput } from '#web/kit/sections/section-form.tsx'
import { tempoFault } from '#web/kit/music/tempo-rules.ts'
import {
  wizardPieceIntention,
  isWizardStepValid,
  WIZARD_STEP_COUNT,
  type PieceDraft,
  type WholeOrSections,
} from './piece-draft.ts'
import { SectionsStep } from './sections-step.tsx'
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
    const reached = recorded.kind === 'rejected' ? planLimitOf(recorded.code) : null
    if (reached === null) showError(common('toast.error'))
    else setLimit(reached)
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

type QuestionProps = {
  type: WholeOrSections
  step: number
  role: StripeRoleOrUnknown
  draft: PieceDraft
  /** True after the user has tried to continue with invalid input. The fields then show their errors. */
  isAsked: boolean
  onDraft: (draft: PieceDraft) => void
  onLimit: () => void
}

function WizardStepQuestion({ type, step, role, draft, isAsked, onDraft, onLimit }: QuestionProps) {
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

function wizardQuestionTextKey(type: WholeOrSections, step: number) {
  return TITLES[step] ?? (type === 'whole' ? 'new.tempoTitle' : 'new.sectionsTitle')
}

/** Returns what is missing or wrong in a step, as the description of its disabled Next; empty if nothing is. */
function useMissingAnswerText(type: WholeOrSections, step: number, draft: PieceDraft): string {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()

  if (step === 0) {
    const fault = pieceNameFault(draft.name)
    return fault === null ? '' : common(`field.${NAME_FAULTS[fault]}`)
  }
  if (step === 3 && type === 'sections') {
    if (draft.sections.length === 0) return t('sections.none')
    return hasSectionInput(draft.entry) ? t('sections.pending') : ''
  }
  const fault = step === 1 ? null : tempoFault(step === 2 ? draft.endTempo : draft.currentTempo)
  return fault === null ? '' : common(`field.${fault}`)
}

const NAME_FAULTS = {
  required: 'required',
  'too-short': 'pieceNameTooShort',
  'too-long': 'pieceNameTooLong',
} as const

/** Focuses the field of a step, keeps a phone's keyboard open and the buttons above it. */
function usePhoneKeyboard(form: RefObject<HTMLElement | null>): void {
  // Before the paint, so that a keyboard that is shown stays for the next field.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type="radio"]), input:checked')?.focus()
  }, [form])

  useEffect(() => {
    const step = form.current
    step?.addEventListener('mousedown', keepTyping)
    return () => step?.removeEventListener('mousedown', keepTyping)
  }, [form])

  useEffect(() => (window.visualViewport ? followKeyboard(window.visualViewport) : undefined), [])
}

function keepTyping(event: Event): void {
  const isTyping = document.activeElement?.matches('input:not([type="radio"])') ?? false
  if (isTyping && event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}

/**
 * Sets `--keyboard` on the root: the height in px that the keyboard covers, because browsers do not shrink the page for
 * it. Returns the function that ends this.
 */
function followKeyboard(visible: VisualViewport): () => void {
  const { style } = document.documentElement
  const measure = () => {
    const covered = window.innerHeight - visible.height - visible.offsetTop
    // A page that is zoomed in is cut off at the bottom, too.
    style.setProperty('--keyboard', `${visible.scale > 1 ? 0 : Math.max(0, Math.round(covered))}px`)
  }
  measure()
  visible.addEventListener('resize', measure)
  visible.addEventListener('scroll', measure)
  return () => {
    visible.removeEventListener('resize', measure)
    visible.removeEventListener('scroll', measure)
    style.removeProperty('--keyboard')
  }
}
