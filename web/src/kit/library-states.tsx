import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from './spinner.tsx'
import { Notice } from './notice.tsx'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'
import styles from './library-states.module.css'

/**
 * React context with a notice that explains why the user's library of pieces cannot be shown. The component around all
 * signed-in screens provides the notice.
 */
export const LibraryNoticeContext = createContext<ReactNode>(null)

export function LibraryUnavailable({ because }: { because: 'loading' | 'never-synced' | 'failed' }) {
  const { t } = useTranslation()
  const notice = use(LibraryNoticeContext)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}

/**
 * Renders a progress bar while the practice history is being downloaded. `share` is the downloaded share of the
 * history, 0 to 1 (rule HS1).
 */
export function HistoryLoadingProgress({ text, share }: { text: string; share: number }) {
  return (
    <Notice icon="sync" role="status">
      <p>{text}</p>
      <progress className={styles.share} value={share} aria-label={text} />
    </Notice>
  )
}

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
