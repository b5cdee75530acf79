import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from './spinner.tsx'
import { Notice } from './notice.tsx'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'
import styles from './library-states.module.css'

export const LibraryNoticeContext = createContext<ReactNode>(null)

type NotReadyProps = { because: 'loading' | 'never-synced' | 'failed' }

export function LibraryNotReady({ because }: NotReadyProps) {
  const { t } = useTranslation()
  const notice = use(LibraryNoticeContext)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}

export const LibraryNotReadyPage = ({ title, ...because }: { title: string } & NotReadyProps) => (
  <Page title={title}>
    <h1>{title}</h1>
    <LibraryNotReady {...because} />
  </Page>
)

/** `share` is the downloaded fraction of the practice history, 0 to 1. */
export function HistoryLoadingProgress({ text, share }: { text: string; share: number }) {
  return (
    <Notice icon="sync" role="status">
      <p>{text}</p>
      <progress className={styles.share} value={share} aria-label={text} />
    </Notice>
  )
}

/** Works only where the translation namespace `pieces` is loaded. */
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
