import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BpmField } from '../music/bpm-field.tsx'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { NameField } from '../fields/name-field.tsx'
import { hasSectionInput, sectionFromDraft, type SectionDraft } from './section-draft.ts'
import { useShowFormErrors } from '../fields/use-show-form-errors.ts'
import styles from './section-form.module.css'

type Props = {
  entry: SectionDraft
  tempoLabel: string
  /** Shown below the name. */
  hint?: string | undefined
  onChange: (entry: SectionDraft) => void
  /** Called with a complete section only. */
  onDone: (section: NonNullable<ReturnType<typeof sectionFromDraft>>) => void
  onCancel?: (() => void) | undefined
  /** Whether the name field takes the focus, because the control that opened the form was removed. */
  takesFocus?: boolean
  /** Whether the form is the whole screen and its button the primary one. */
  alone?: boolean
  /** True after the user has tried to submit the form. The fields then show their errors. */
  isAsked?: boolean
}

/** Renders the form for a section: its name, its tempo, and buttons to save or cancel. */
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
  const check = useShowFormErrors(form)
  const section = sectionFromDraft(entry)
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
        isOptional={!hasSectionInput(entry)}
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
