import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '#web/navigation/use-location.tsx'
import type { Library } from '#core/library/library.ts'
import { parsePieceId, type PieceId } from '#core/library/piece.ts'
import { LibraryUnavailable } from '#web/kit/library-states/library-unavailable.tsx'
import { Page } from '#web/kit/page.tsx'
import { PieceNotFound } from '#web/kit/library-states/piece-not-found.tsx'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { useLibrary } from '#web/store/device-library.ts'
import { EditForm } from './edit-form.tsx'
import { hasUnsavedEdits, findPieceWithParts } from './edit-draft.ts'
import { parsePersistedEdits } from './persisted-edits.ts'

/** Renders the screen at /pieces/:id/edit, on which the user edits a piece (spec 2). */
export function EditPiece() {
  const { t } = useTranslation('pieces')
  const { pathname } = useLocation()
  const library = useLibrary()
  const pieceId = parsePieceId(pathname.split('/')[2])

  if (library.kind !== 'ready') {
    return (
      <Page title={t('editor.opening')}>
        <h1>{t('editor.opening')}</h1>
        <LibraryUnavailable because={library.kind} />
      </Page>
    )
  }
  if (pieceId === null) return <PieceNotFound />
  return <Editor key={pieceId} id={pieceId} library={library.library} />
}

function Editor({ id, library }: { id: PieceId; library: Library }) {
  const [draft, keep] = usePersistedDraft(`draft edit ${id}`, parsePersistedEdits)
  const now = findPieceWithParts(library, id)
  const [last, setLast] = useState(now)
  const [wasHere] = useState(() => now?.piece.deletedAt === null)

  if (now !== null && now.piece !== last?.piece) setLast(now)
  // A server restored from a backup may remove the piece completely; the form keeps its content.
  const shown = now ?? last
  const isWorthIt = wasHere || (draft !== null && hasUnsavedEdits(draft))
  if (shown === null || !isWorthIt) return <PieceNotFound />
  return <EditForm opened={shown} isDeleted={now?.piece.deletedAt !== null} kept={draft} keep={keep} />
}
