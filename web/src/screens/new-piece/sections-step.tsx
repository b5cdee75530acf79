import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { admitPartCount, type StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { PartId } from '#core/library/piece.ts'
import { moveListItem } from '#web/kit/sections/drag-order.ts'
import {
  BLANK_SECTION_DRAFT,
  hasSectionInput,
  SectionForm,
  type SectionDraft,
} from '#web/kit/sections/section-form.tsx'
import { PieceSectionList } from '#web/kit/sections/piece-section-list.tsx'
import { newPartId } from '#web/store/record-change.ts'
import type { PieceDraft, DraftSection } from './piece-draft.ts'
import styles from './new-piece.module.css'

type Props = {
  draft: PieceDraft
  role: StripeRoleOrUnknown
  /** True after the user has tried to continue with invalid input. */
  isAsked: boolean
  onDraft: (draft: PieceDraft) => void
  /** Called if a further section would exceed the limit of the Free plan. */
  onLimit: () => void
}

export function SectionsStep({ draft, role, isAsked, onDraft, onLimit }: Props) {
  const { t } = useTranslation('pieces')
  const { sections, entry } = draft
  const [hasActed, setActed] = useState(false)
  const show = (shown: SectionDraft) => onDraft({ ...draft, entry: shown })

  function keep(section: Omit<DraftSection, 'id'>) {
    setActed(true)
    if (entry.id !== null) {
      const { id } = entry
      return onDraft({
        ...draft,
        sections: sections.map(known => (known.id === id ? { id, ...section } : known)),
        entry: BLANK_SECTION_DRAFT,
      })
    }
    if (admitPartCount(role, sections.length + 1).kind === 'rejected') return onLimit()
    onDraft({
      ...draft,
      sections: [...sections, { id: newPartId(), ...section }],
      entry: BLANK_SECTION_DRAFT,
    })
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
    return entry.id === null && hasSectionInput(entry) ? t('sections.pending') : undefined
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
