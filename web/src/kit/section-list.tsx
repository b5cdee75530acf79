import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './section-list.module.css'

type Row = { readonly id: PartId; readonly name: string; readonly tempo: string }
type Props = {
  sections: readonly Row[]
  /** The row being edited. */
  current?: PartId | null
  /** The row whose form was just closed: its edit button gets the focus. */
  returnTo?: PartId | null
  /** Whether rows can be deleted; the last part of a piece cannot. */
  mayDelete?: boolean
  onEdit: (id: PartId) => void
  onDelete: (id: PartId) => void
}

/** Renders the sections of a piece, each with its tempo and its edit and delete buttons. */
export function SectionList({
  sections,
  current = null,
  returnTo = null,
  mayDelete = true,
  onEdit,
  onDelete,
}: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => opener.current?.focus(), [])

  return (
    <ul className={styles.rows} aria-label={t('sections.name')}>
      {sections.map(({ id, name, tempo }) => (
        <li key={id} aria-current={id === current ? 'true' : undefined}>
          <b>{name}</b>
          <span className={styles.tempo}>
            {tempo}
            {tempo !== '' && <VisuallyHidden> {common('tempo.unit')}</VisuallyHidden>}
          </span>
          <IconButton
            ref={id === returnTo ? opener : undefined}
            icon="edit"
            label={t('sections.edit', { section: name })}
            onClick={() => onEdit(id)}
          />
          {mayDelete && (
            <IconButton
              icon="trash"
              label={t('sections.delete', { section: name })}
              onClick={() => onDelete(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
