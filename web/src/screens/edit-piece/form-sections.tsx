import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { PieceSectionList } from '#web/kit/sections/piece-section-list.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { markUntranslatable } from '#web/language/partly-translated.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { Page } from '#web/kit/page.tsx'
import { SectionForm, type SectionDraft } from '#web/kit/sections/section-form.tsx'
import type { PartFormValues } from './edit-draft.ts'
import styles from './edit-piece.module.css'

export type SectionFormTrigger = PartId | 'add' | 'split'

type Props = {
  parts: readonly PartFormValues[]
  opener: SectionFormTrigger | null
  onAdd: () => void
  onEdit: (id: PartId) => void
  onDelete: (id: PartId) => void
  onMove: (id: PartId, to: number) => void
}

export function EditableSectionList({ parts, opener, onAdd, onEdit, onDelete, onMove }: Props) {
  const { t } = useTranslation('pieces')
  const add = useRef<HTMLButtonElement>(null)
  const opened = parts.find(({ id }) => id === opener)?.id ?? null
  // Computed once on mount, because later edits and deletions must not move the focus.
  const [returnsHere] = useState(opener !== null && opened === null)

  useEffect(() => {
    if (returnsHere) add.current?.focus()
  }, [returnsHere])

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
          onEdit={onEdit}
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

type EditorProps = {
  entry: SectionDraft
  isFirst: boolean
  gone: 'piece' | 'section' | null
  onChange: (entry: SectionDraft) => void
  onDone: (section: { name: string; currentTempo: number }) => void
  onCancel: () => void
}

export function SectionEditorPage({ entry, gone, isFirst: isFirstNow, ...on }: EditorProps) {
  const { t } = useTranslation('pieces')
  const [name] = useState(entry.from?.name ?? entry.name)
  // The question stays the same even if another device splits the piece meanwhile.
  const [isFirst] = useState(isFirstNow)
  const isNamed = !isFirst && entry.id !== null
  const titleWith = (section: string) => {
    if (isNamed) return t('editor.editTitle', { section })
    return t(isFirst ? 'editor.split.title' : 'editor.addTitle')
  }

  return (
    <Page
      title={titleWith(name)}
      start={<IconButton icon="back" label={t('new.back')} onClick={on.onCancel} />}
    >
      <form noValidate onSubmit={event => event.preventDefault()}>
        <h1 className={classNames(styles.sectionTitle, isNamed && styles.title)}>
          <FittedText emphasis text={titleWith(markUntranslatable(name))} />
        </h1>
        {gone && (
          <Notice icon="alert" role="alert">
            <p>{t(gone === 'piece' ? 'editor.pieceGone' : 'editor.sectionGone')}</p>
          </Notice>
        )}
        <SectionForm
          entry={entry}
          tempoLabel={t('editor.currentTempo')}
          hint={isFirst ? t('editor.split.hint') : undefined}
          takesFocus
          alone
          onChange={on.onChange}
          onDone={on.onDone}
          onCancel={on.onCancel}
        />
      </form>
    </Page>
  )
}
