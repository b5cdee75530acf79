import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from '../spinner.tsx'

/**
 * React context with a notice that explains why the user's library of pieces cannot be shown. The component around all
 * signed-in screens provides the notice.
 */
export const LibraryNoticeContext = createContext<ReactNode>(null)

/**
 * Renders a loading animation while the user's library of pieces loads, otherwise a notice that explains why it cannot
 * be shown.
 */
export function LibraryUnavailable({ because }: { because: 'loading' | 'never-synced' | 'failed' }) {
  const { t } = useTranslation()
  const notice = use(LibraryNoticeContext)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}
