import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { SectionList } from '#web/kit/section-list.tsx'
import type { FormPart } from './edit-draft.ts'
import type { Opener } from './piece-form.tsx'
import styles from './edit-piece.module.css'

type Props = {
  parts: readonly FormPart[]
  opener: Opener | null
  onAdd: () => void
  onEdit: (part: FormPart) => void
  onDelete: (id: PartId) => void
}

/** The sections of a piece in its form, and the way to one more. */
export function FormSections({ parts, opener, onAdd, onEdit, onDelete }: Props) {
  const { t } = useTranslation('pieces')
  const add = useRef<HTMLButtonElement>(null)
  const opened = parts.find(({ id }) => id === opener)?.id ?? null
  // Asked once: what is deleted or changed later moves no focus.
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
    // The bin goes with its row; the focus must land somewhere that stays.
    add.current?.focus()
  }

  return (
    <div>
      <h2>{t('sections.name')}</h2>
      {parts.length === 0 ? (
        <p className={styles.none}>{t('editor.noSections')}</p>
      ) : (
        <SectionList
          sections={parts.map(({ id, name, tempo }) => ({ id, name: name ?? '', tempo }))}
          returnTo={opened}
          mayDelete={parts.length > 1}
          onEdit={edit}
          onDelete={remove}
        />
      )}
      <Button ref={add} icon="plus" className={styles.add} onClick={onAdd}>
        {t('sections.add')}
      </Button>
    </div>
  )
}
