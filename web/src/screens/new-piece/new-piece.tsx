import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import type { Library } from '#core/library.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { NoLibrary } from '#web/kit/no-library.tsx'
import { Page } from '#web/kit/page.tsx'
import { useKeptDraft } from '#web/store/use-kept-draft.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { parseBegunPiece } from './kept-piece.ts'
import { Wizard } from './wizard.tsx'

/** The screen at /new: whole piece or sections, then four steps (spec 2 and 4). */
export function NewPiece() {
  const { t } = useTranslation('pieces')
  const library = useLibrary()

  if (library.kind === 'ready' || library.kind === 'unheard') return <WithDraft library={library.library} />
  if (library.kind === 'failed') return <Navigate to="/pieces" replace />
  return (
    <Page title={t('new.title')}>
      <h1>{t('new.title')}</h1>
      <NoLibrary because="loading" />
    </Page>
  )
}

function WithDraft({ library }: { library: Library }) {
  const { t } = useTranslation('pieces')
  const role = useKnownRole()
  const kept = useKeptDraft('draft new', parseBegunPiece)

  if (kept.kind === 'reading') {
    return (
      <Page title={t('new.title')}>
        <h1>{t('new.title')}</h1>
      </Page>
    )
  }
  return <Wizard library={library} role={role} begun={kept.draft} keep={kept.keep} />
}
