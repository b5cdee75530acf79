import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from './spinner.tsx'
import { Notice } from './notice.tsx'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'
import styles from './library-states.module.css'

/** A notice that explains why the library cannot be shown. The frame provides it. */
export const LibraryNoticeContext = createContext<ReactNode>(null)

type NotReadyProps = { because: 'loading' | 'never-synced' | 'failed' }

export function LibraryNotReady({ because }: NotReadyProps) {
  const { t } = useTranslation()
  const notice = use(LibraryNoticeContext)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}

/** A whole page, for screens that can show nothing until the library is ready. */
export const LibraryNotReadyPage = ({ title, ...because }: { title: string } & NotReadyProps) => (
  <Page title={title}>
    <h1>{title}</h1>
    <LibraryNotReady {...because} />
  </Page>
)

/** Shown while the practice history is downloaded; `share` is the downloaded fraction, 0 to 1 (HS1). */
export function HistoryLoadingProgress({ text, share }: { text: string; share: number }) {
  return (
    <Notice icon="sync" role="status">
      <p>{text}</p>
      <progress className={styles.share} value={share} aria-label={text} />
    </Notice>
  )
}

/** Shown for a piece that was deleted or is not in the library. Needs the translation namespace `pieces`. */
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
