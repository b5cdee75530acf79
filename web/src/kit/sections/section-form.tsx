import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { findPartNameFault, parsePartId, normalizeName, type PartId } from '#core/library/piece.ts'
import { parseBpm, type Bpm } from '#core/music/tempo.ts'
import { BpmField } from '../music/tempo-field.tsx'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { NameField } from '../fields/name-field.tsx'
import { useShowErrorsOnSubmit } from '../fields/field.tsx'
import { parseTypedTempo } from '../music/tempo-rules.ts'
import styles from './section-form.module.css'

type Props = {
  entry: SectionDraft
  tempoLabel: string
  hint?: string | undefined
  onChange: (entry: SectionDraft) => void
  onDone: (section: NonNullable<ReturnType<typeof parseSectionDraft>>) => void
  onCancel?: (() => void) | undefined
  takesFocus?: boolean
  alone?: boolean
  isAsked?: boolean
}

export function SectionForm(props: Props) {
  const { entry, tempoLabel, hint, onChange, onDone, onCancel } = props
  const { takesFocus = false, alone = false, isAsked = false } = props
  const { t } = useTranslation('pieces')
  const form = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const check = useShowErrorsOnSubmit(form)
  const section = parseSectionDraft(entry)
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
        isFormEmpty={!isSectionFormInUse(entry)}
        hint={hint}
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
          icon={isNew ? 'plus' : undefined}
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

export const partIdSchema = z.custom<PartId>(id => parsePartId(id) !== null)

export const storedSectionDraftSchema = z.object({
  id: z.nullable(partIdSchema),
  name: z.string(),
  tempo: z.string(),
  stored: z.optional(z.custom<Bpm>(tempo => parseBpm(tempo) !== null)),
  /** The values before the edit. If set, fields that still have them follow changes by other devices. */
  from: z.optional(z.object({ name: z.string(), tempo: z.string() })),
})

export type SectionDraft = z.infer<typeof storedSectionDraftSchema>

export const BLANK_SECTION_DRAFT: SectionDraft = { id: null, name: '', tempo: '' }

export function parseSectionDraft({ name, tempo, stored }: SectionDraft) {
  const currentTempo = parseTypedTempo(tempo, stored)
  if (currentTempo === null || findPartNameFault(name) !== null) return null
  return { name: normalizeName(name), currentTempo }
}

export const isSectionFormInUse = (entry: SectionDraft): boolean =>
  entry.id !== null || normalizeName(entry.name) !== '' || entry.tempo.trim() !== ''
