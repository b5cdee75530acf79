import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Library } from '#core/library.ts'
import { parsePieceId, type PieceId } from '#core/piece.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { NoLibrary } from '#web/kit/no-library.tsx'
import { Page } from '#web/kit/page.tsx'
import { useKeptDraft } from '#web/store/use-kept-draft.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { EditForm } from './edit-form.tsx'
import { isTouched, openedPiece } from './edit-draft.ts'
import { parseKeptEdits } from './kept-edits.ts'

/** The screen at /pieces/:id/edit (spec 2). */
export function EditPiece() {
  const { t } = useTranslation('pieces')
  const { id = '' } = useParams()
  const library = useLibrary()
  const pieceId = parsePieceId(id)

  if (library.kind !== 'ready') {
    return (
      <Page title={t('editor.opening')}>
        <h1>{t('editor.opening')}</h1>
        <NoLibrary because={library.kind} />
      </Page>
    )
  }
  if (pieceId === null) return <NotHere />
  return <Editor key={pieceId} id={pieceId} library={library.library} />
}

function Editor({ id, library }: { id: PieceId; library: Library }) {
  const { t } = useTranslation('pieces')
  const kept = useKeptDraft(`draft edit ${id}`, parseKeptEdits)
  const now = openedPiece(library, id)
  const [last, setLast] = useState(now)
  const [wasHere] = useState(() => now?.piece.deletedAt === null)

  if (now !== null && now.piece !== last?.piece) setLast(now)
  if (kept.kind === 'reading') {
    return (
      <Page title={t('editor.opening')}>
        <h1>{t('editor.opening')}</h1>
      </Page>
    )
  }
  // A server that was set back may take even the trace of a piece away; what stands in its form stays.
  const shown = now ?? last
  const isWorthIt = wasHere || (kept.draft !== null && isTouched(kept.draft))
  if (shown === null || !isWorthIt) return <NotHere />
  return (
    <EditForm opened={shown} isDeleted={now?.piece.deletedAt !== null} kept={kept.draft} keep={kept.keep} />
  )
}

function NotHere() {
  const { t } = useTranslation('pieces')
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
