import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BpmField } from './bpm-field.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { NameField } from './name-field.tsx'
import { sectionOf, type SectionEntry } from './section-entry.ts'
import { useFieldCheck } from './use-field-check.ts'
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
  /** It is the whole screen, and its button the main one. */
  alone?: boolean
  /** Going on was tried: the fields say what is wrong. */
  isAsked?: boolean
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
  alone = false,
  isAsked = false,
}: Props) {
  const { t } = useTranslation('pieces')
  const form = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const check = useFieldCheck(form)
  const section = sectionOf(entry)
  const isNew = entry.id === null

  useEffect(() => {
    if (takesFocus) name.current?.focus()
  }, [takesFocus])

  return (
    <div ref={form} className={classNames(styles.form, alone && styles.alone)}>
      <NameField
        ref={name}
        of="part"
        label={isNew ? t('sections.new') : t('sections.rename')}
        value={entry.name}
        isAsked={isAsked || check.isAsked}
        hint={hint === undefined ? undefined : { text: hint }}
        onChange={name => onChange({ ...entry, name })}
      />
      <BpmField
        label={tempoLabel}
        value={entry.tempo}
        stored={entry.stored}
        isAsked={isAsked || check.isAsked}
        onChange={tempo => onChange({ ...entry, tempo })}
      />
      <div className={styles.actions}>
        <Button
          variant={alone ? 'main' : 'quiet'}
          icon={isNew ? 'plus' : 'check'}
          aria-disabled={section === null}
          onClick={() => (section === null ? check.ask() : onDone(section))}
        >
          {isNew ? t('sections.add') : t('sections.save')}
        </Button>
        {onCancel && (
          <Button variant={alone ? 'line' : 'bare'} onClick={onCancel}>
            {t('sections.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
