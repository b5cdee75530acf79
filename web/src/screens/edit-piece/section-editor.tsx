import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/kit/class-names.ts'
import { markAsKept, Sentence } from '#web/language/sentence.tsx'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { Page } from '#web/kit/page.tsx'
import type { SectionDraft } from '#web/kit/sections/section-draft.ts'
import { SectionForm } from '#web/kit/sections/section-form.tsx'
import styles from './edit-piece.module.css'

type Props = {
  entry: SectionDraft
  /** Whether this is the first section of a piece that is being split into sections (rule EP23). */
  isFirst: boolean
  /** What was deleted on another device while the section form was open, or null. */
  gone: 'piece' | 'section' | null
  onChange: (entry: SectionDraft) => void
  onDone: (section: { name: string; currentTempo: number }) => void
  onCancel: () => void
}

/**
 * Renders the form of one section of a piece. The form replaces the form of the piece until the user submits or cancels
 * it (spec 2).
 */
export function SectionEditor({ entry, isFirst: isSplitting, gone, onChange, onDone, onCancel }: Props) {
  const { t } = useTranslation('pieces')
  const [name] = useState(entry.from?.name ?? entry.name)
  // Another device may split the piece meanwhile, and the question stays the same.
  const [isFirst] = useState(isSplitting)
  const isNamed = !isFirst && entry.id !== null
  const titleWith = (section: string) => {
    if (isNamed) return t('editor.editTitle', { section })
    return t(isFirst ? 'editor.split.title' : 'editor.addTitle')
  }

  return (
    <Page
      title={titleWith(name)}
      start={<IconButton icon="back" label={t('new.back')} className={styles.back} onClick={onCancel} />}
    >
      <form noValidate onSubmit={event => event.preventDefault()}>
        <h1 className={classNames(styles.sectionTitle, isNamed && styles.title)}>
          <Sentence emphasis text={titleWith(markAsKept(name))} />
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
          onChange={onChange}
          onDone={onDone}
          onCancel={onCancel}
        />
      </form>
    </Page>
  )
}
