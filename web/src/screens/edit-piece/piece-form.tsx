import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BpmField } from '#web/kit/bpm-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { IconLink } from '#web/kit/icon-button.tsx'
import { NameField } from '#web/kit/name-field.tsx'
import { Page } from '#web/kit/page.tsx'
import { SectionList } from '#web/kit/section-list.tsx'
import { UrgencyField } from '#web/kit/urgency-field.tsx'
import { isDraftValid, storedTempo, type DraftPart, type EditDraft, type Opened } from './edit-draft.ts'
import styles from './edit-piece.module.css'

type Props = {
  opened: Opened
  draft: EditDraft
  isSaving: boolean
  /** The form comes back from a section. */
  takesFocus: boolean
  onDraft: (draft: EditDraft) => void
  onAddSection: () => void
  onEditSection: (part: DraftPart) => void
  onSave: () => void
  onCancel: () => void
  onDelete: () => void
}

/** The main form: with the current tempo where there is one part only, with the list of sections where they have names. */
export function PieceForm({ opened, draft, isSaving, takesFocus, onDraft, ...on }: Props) {
  const { t } = useTranslation('pieces')
  const heading = useRef<HTMLHeadingElement>(null)
  const { piece } = opened
  const only = draft.parts.length === 1 ? draft.parts[0] : undefined
  const title = t('editor.title', { piece: piece.name })
  const change = (changed: Partial<EditDraft>) => onDraft({ ...draft, ...changed })

  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return (
    <Page
      title={title}
      start={<IconLink icon="back" to="/pieces" label={t('new.backToPieces')} className={styles.back} />}
    >
      <form noValidate onSubmit={event => event.preventDefault()}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <Emphasized text={title} word={piece.name} />
        </h1>
        <div className={styles.fields}>
          <NameField
            of="piece"
            label={t('editor.name')}
            value={draft.name}
            onChange={name => change({ name })}
          />
          {only && <CurrentTempo opened={opened} part={only} onParts={parts => change({ parts })} />}
          <BpmField
            label={t('editor.endTempo')}
            value={draft.endTempo}
            stored={piece.endTempo}
            onChange={endTempo => change({ endTempo })}
          />
          <UrgencyField
            value={draft.importance}
            ends={only !== undefined}
            onChange={importance => change({ importance })}
          />
          {only?.name !== null && (
            <Sections draft={draft} onDraft={onDraft} onAdd={on.onAddSection} onEdit={on.onEditSection} />
          )}
        </div>
        <div className={styles.actions}>
          <Button
            variant="main"
            className={styles.save}
            disabled={!isDraftValid(opened, draft)}
            busy={isSaving}
            onClick={on.onSave}
          >
            {t('editor.save')}
          </Button>
          <Button variant="line" className={styles.cancel} onClick={on.onCancel}>
            {t('editor.cancel')}
          </Button>
        </div>
        <Button variant="danger" icon="trash" className={styles.delete} onClick={on.onDelete}>
          {t('editor.delete')}
        </Button>
      </form>
    </Page>
  )
}

type CurrentTempoProps = { opened: Opened; part: DraftPart; onParts: (parts: DraftPart[]) => void }

function CurrentTempo({ opened, part, onParts }: CurrentTempoProps) {
  const { t } = useTranslation('pieces')
  const stored = storedTempo(opened, part.id)
  return (
    <BpmField
      label={t('editor.currentTempo')}
      value={part.tempo}
      {...(stored !== undefined && { stored })}
      onChange={tempo => onParts([{ ...part, tempo }])}
    />
  )
}

type SectionsProps = {
  draft: EditDraft
  onDraft: (draft: EditDraft) => void
  onAdd: () => void
  onEdit: (part: DraftPart) => void
}

function Sections({ draft, onDraft, onAdd, onEdit }: SectionsProps) {
  const { t } = useTranslation('pieces')
  const add = useRef<HTMLButtonElement>(null)

  function edit(id: DraftPart['id']) {
    const part = draft.parts.find(known => known.id === id)
    if (part) onEdit(part)
  }

  function remove(id: DraftPart['id']) {
    onDraft({ ...draft, parts: draft.parts.filter(part => part.id !== id) })
    // The bin goes with its row; the focus must land somewhere that stays.
    add.current?.focus()
  }

  return (
    <div>
      <h2>{t('sections.name')}</h2>
      {draft.parts.length === 0 ? (
        <p className={styles.none}>{t('editor.noSections')}</p>
      ) : (
        <SectionList
          sections={draft.parts.map(({ id, name, tempo }) => ({ id, name: name ?? '', tempo }))}
          mayDelete={draft.parts.length > 1}
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
