import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { partsOf, type Library } from '#core/library.ts'
import { parsePieceId } from '#core/piece.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { NoLibrary } from '#web/kit/no-library.tsx'
import { Page } from '#web/kit/page.tsx'
import { useLibrary } from '#web/store/use-library.ts'
import { EditForm } from './edit-form.tsx'
import type { Opened } from './edit-draft.ts'

/** The screen at /pieces/:id/edit (spec 2). */
export function EditPiece() {
  const { t } = useTranslation('pieces')
  const { id = '' } = useParams()
  const library = useLibrary()

  if (library.kind !== 'ready') {
    return (
      <Page title={t('title')}>
        <NoLibrary because={library.kind} />
      </Page>
    )
  }
  return <Editor key={id} id={id} library={library.library} />
}

function Editor({ id, library }: { id: string; library: Library | null }) {
  const { t } = useTranslation('pieces')
  // What another device does meanwhile leaves the form alone; only what was changed here is saved.
  const [opened] = useState(() => (library === null ? null : openedPiece(library, id)))
  const [isGone, setGone] = useState(false)
  if (opened !== null && library !== null && !isGone)
    return <EditForm opened={opened} library={library} onGone={() => setGone(true)} />
  return (
    <Page title={t('editor.missing.title')}>
      <EmptyState title={t('editor.missing.title')} text={t('editor.missing.text')}>
        <ButtonLink variant="main" icon="back" to="/pieces">
          {t('editor.missing.toPieces')}
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}

function openedPiece(library: Library, id: string): Opened | null {
  const pieceId = parsePieceId(id)
  const piece = pieceId === null ? undefined : library.pieces.get(pieceId)
  if (piece === undefined || piece.deletedAt !== null) return null
  return { piece, parts: partsOf(library, piece.id) }
}
