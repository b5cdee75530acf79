import { useId, useRef, useState, useEffect, useLayoutEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { PieceId, PartId } from '#core/library/piece.ts'
import { type StripeRoleOrUnknown, checkResultingPartCount } from '#core/plan/plan.ts'
import { Button } from '#web/kit/button.tsx'
import { planLimitKindOfRejection, UpgradeDialog, type PlanLimitKind } from '#web/billing/upgrade-dialog.tsx'
import { Page } from '#web/kit/page.tsx'
import { showErrorToast, showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { useShowErrorsOnSubmit } from '#web/kit/fields/field.tsx'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { newPartId, newPieceId, recordChange } from '#web/store/record-change.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { BpmField } from '#web/kit/music/tempo-field.tsx'
import { NameField } from '#web/kit/fields/name-field.tsx'
import { UrgencyField } from '#web/kit/music/urgency-field.tsx'
import {
  createWizardPieceIntention,
  findWizardStepFault,
  WIZARD_STEP_COUNT,
  type NewPieceDraft,
  type WholeOrSections,
} from './piece-draft.ts'
import styles from './new-piece.module.css'
import { moveListItem } from '#web/kit/sections/drag-order.ts'
import {
  BLANK_SECTION_DRAFT,
  isSectionFormInUse,
  SectionForm,
  type SectionDraft,
} from '#web/kit/sections/section-form.tsx'
import { PieceSectionList } from '#web/kit/sections/piece-section-list.tsx'

type Props = {
  type: WholeOrSections
  step: number
  role: StripeRoleOrUnknown
  draft: NewPieceDraft
  isKnown: boolean
  onDraft: (draft: NewPieceDraft) => void
  onBack: () => void
  onNext: () => void
  onSaved: (piece: PieceId) => void
}

export function WizardStep({ type, step, role, draft, isKnown, onDraft, ...on }: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const { trackEvent } = useAnalytics()
  const device = useLibraryServices()
  const [isSaving, setSaving] = useState(false)
  const [limit, setLimit] = useState<PlanLimitKind | null>(null)
  const [partId] = useState(newPartId)
  const form = useRef<HTMLFormElement>(null)
  const check = useShowErrorsOnSubmit(form, `${draft.entry.id} ${draft.sections.length}`)
  usePhoneKeyboard(form)
  const fault = findWizardStepFault(type, step, draft)
  const reason = useId()
  const question = useId()
  const isValid = fault === null
  const isLast = step === WIZARD_STEP_COUNT - 1
  const title = t(TITLES[step] ?? (type === 'whole' ? 'new.tempoTitle' : 'new.sectionsTitle'))

  async function save() {
    const change = createWizardPieceIntention(type, isKnown ? asAnother(draft) : draft, partId)
    if (change === null) return
    setSaving(true)
    const recorded = await recordChange(device, change)
    if (recorded.kind === 'saved') {
      trackEvent({ name: 'add_piece' })
      showSuccessToast(t('new.saved', { piece: change.args.name }))
      return on.onSaved(change.args.id)
    }
    setSaving(false)
    const reached = recorded.kind === 'rejected' ? planLimitKindOfRejection(recorded.code) : null
    if (reached === null) showErrorToast()
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
      end={
        <span className={styles.bars} aria-hidden="true">
          {Array.from({ length: WIZARD_STEP_COUNT }, (_, bar) => (
            <i key={bar} className={bar <= step ? styles.done : undefined} />
          ))}
        </span>
      }
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
          {/* Before Back, so that Tab reaches it first. Focusable while the step is invalid: a press explains what is missing (rule NP2). */}
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
          <Button variant="line" size="wide" onClick={on.onBack}>
            {t('new.back')}
          </Button>
          <span id={reason} hidden>
            {fault !== null &&
              (fault === 'none' || fault === 'pending' ? t(`sections.${fault}`) : common(`field.${fault}`))}
          </span>
        </div>
      </form>
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
    </Page>
  )
}

/** Gives the draft new ids, because adding a piece again under the same id would have no effect. */
const asAnother = (draft: NewPieceDraft): NewPieceDraft => ({
  ...draft,
  id: newPieceId(),
  sections: draft.sections.map(section => ({ ...section, id: newPartId() })),
})

function WizardStepQuestion({ type, step, ...props }: Pick<Props, 'type' | 'step'> & SectionsStepProps) {
  const { t } = useTranslation('pieces')
  const { draft, isAsked, onDraft } = props
  const answer = (answered: Partial<NewPieceDraft>) => onDraft({ ...draft, ...answered })

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
  if (type === 'sections') return <SectionsStep {...props} />
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

type SectionsStepProps = {
  draft: NewPieceDraft
  role: StripeRoleOrUnknown
  isAsked: boolean
  onDraft: (draft: NewPieceDraft) => void
  onLimit: () => void
}

function SectionsStep({ draft, role, isAsked, onDraft, onLimit }: SectionsStepProps) {
  const { t } = useTranslation('pieces')
  const { sections, entry } = draft
  const [hasActed, setActed] = useState(false)
  const show = (shown: SectionDraft) => onDraft({ ...draft, entry: shown })

  function keep(section: Omit<NewPieceDraft['sections'][number], 'id'>) {
    setActed(true)
    const { id } = entry
    if (id === null && checkResultingPartCount(role, sections.length + 1).kind === 'rejected')
      return onLimit()
    const kept =
      id === null
        ? [...sections, { id: newPartId(), ...section }]
        : sections.map(known => (known.id === id ? { id, ...section } : known))
    onDraft({ ...draft, sections: kept, entry: BLANK_SECTION_DRAFT })
  }

  function edit(id: PartId) {
    const section = sections.find(known => known.id === id)
    setActed(true)
    if (section) show({ id, name: section.name, tempo: String(section.currentTempo) })
  }

  function remove(id: PartId) {
    setActed(true)
    onDraft({
      ...draft,
      sections: sections.filter(known => known.id !== id),
      entry: entry.id === id ? BLANK_SECTION_DRAFT : entry,
    })
  }

  function move(id: PartId, to: number) {
    const from = sections.findIndex(known => known.id === id)
    onDraft({ ...draft, sections: moveListItem(sections, from, to) })
  }

  function hint() {
    if (sections.length === 0) return t('sections.none')
    return entry.id === null && isSectionFormInUse(entry) ? t('sections.pending') : undefined
  }

  return (
    <div className={styles.sections}>
      {sections.length > 0 && (
        <PieceSectionList
          sections={sections.map(({ id, name, currentTempo }) => ({ id, name, tempo: String(currentTempo) }))}
          current={entry.id}
          onEdit={edit}
          onDelete={remove}
          onMove={move}
        />
      )}
      {/* Mounted again for each section, because the errors of one do not apply to another. */}
      <SectionForm
        key={`${entry.id} ${sections.length}`}
        entry={entry}
        tempoLabel={t('new.tempo')}
        hint={hint()}
        isAsked={isAsked}
        takesFocus={hasActed}
        onChange={show}
        onDone={keep}
        onCancel={entry.id === null ? undefined : () => show(BLANK_SECTION_DRAFT)}
      />
    </div>
  )
}
