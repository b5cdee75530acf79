import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { PieceSectionList } from '#web/kit/sections/piece-section-list.tsx'
import type { FormPart } from './edit-draft.ts'
import styles from './edit-piece.module.css'

/**
 * The control with which the user opened the section form: the edit button of a section (given as its id), the add
 * button, or the split button. The control gets the focus back when the form closes.
 */
export type SectionFormOpener = PartId | 'add' | 'split'

type Props = {
  parts: readonly FormPart[]
  opener: SectionFormOpener | null
  onAdd: () => void
  onEdit: (part: FormPart) => void
  onDelete: (id: PartId) => void
  onMove: (id: PartId, to: number) => void
}

/**
 * Renders the sections of the edited piece, which can be edited, moved and deleted, and a button that adds a section.
 */
export function FormSections({ parts, opener, onAdd, onEdit, onDelete, onMove }: Props) {
  const { t } = useTranslation('pieces')
  const add = useRef<HTMLButtonElement>(null)
  const opened = parts.find(({ id }) => id === opener)?.id ?? null
  // Computed once on mount, because later edits and deletions must not move the focus.
  const [returnsHere] = useState(opener !== null && opened === null)

  useEffect(() => {
    if (returnsHere) add.current?.focus()
  }, [returnsHere])

  function edit(id: PartId) {
    const part = parts.find(known => known.id === id)
    if (part) onEdit(part)
  }

  function remove(id: PartId) {
    onDelete(id)
    // The delete button is removed with its row, so the focus moves to an element that stays.
    add.current?.focus()
  }

  return (
    <div>
      <h2>{t('sections.name')}</h2>
      {parts.length === 0 ? (
        <p className={styles.none}>{t('editor.noSections')}</p>
      ) : (
        <PieceSectionList
          sections={parts.map(({ id, name, tempo }) => ({ id, name: name ?? '', tempo }))}
          returnTo={opened}
          mayDelete={parts.length > 1}
          onEdit={edit}
          onDelete={remove}
          onMove={onMove}
        />
      )}
      <Button ref={add} icon="plus" className={styles.add} onClick={onAdd}>
        {t('sections.add')}
      </Button>
    </div>
  )
}
