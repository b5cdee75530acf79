import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BpmField } from './bpm-field.tsx'
import { Button } from './button.tsx'
import { NameField } from './name-field.tsx'
import { sectionOf, type SectionEntry } from './section-entry.ts'
import styles from './section-form.module.css'

type Props = {
  entry: SectionEntry
  tempoLabel: string
  /** Stands under the name. */
  hint?: string | undefined
  onChange: (entry: SectionEntry) => void
  /** Called with a complete section only. */
  onDone: (section: NonNullable<ReturnType<typeof sectionOf>>) => void
  onCancel?: (() => void) | undefined
  /** Take the focus: the control that was pressed to get here is gone. */
  takesFocus?: boolean
}

/** Name and tempo of one section, to add it or to change it. */
export function SectionForm({
  entry,
  tempoLabel,
  hint,
  onChange,
  onDone,
  onCancel,
  takesFocus = false,
}: Props) {
  const { t } = useTranslation('pieces')
  const name = useRef<HTMLInputElement>(null)
  const section = sectionOf(entry)
  const isNew = entry.id === null

  useEffect(() => {
    if (takesFocus) name.current?.focus()
  }, [takesFocus])

  return (
    <div className={styles.form}>
      <NameField
        ref={name}
        of="part"
        label={isNew ? t('sections.new') : t('sections.rename')}
        value={entry.name}
        hint={hint === undefined ? undefined : { text: hint }}
        onChange={name => onChange({ ...entry, name })}
      />
      <BpmField
        label={tempoLabel}
        value={entry.tempo}
        {...(entry.stored !== undefined && { stored: entry.stored })}
        onChange={tempo => onChange({ ...entry, tempo })}
      />
      <div className={styles.actions}>
        <Button
          icon={isNew ? 'plus' : 'check'}
          disabled={section === null}
          onClick={() => section !== null && onDone(section)}
        >
          {isNew ? t('sections.add') : t('sections.save')}
        </Button>
        {onCancel && (
          <Button variant="bare" onClick={onCancel}>
            {t('sections.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
