import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Page } from '../page.tsx'

/**
 * Renders the screen for a piece that was deleted or is not in the user's library, with a link to the list of pieces.
 * The translation file `pieces` must be loaded.
 */
export function PieceNotFound() {
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
