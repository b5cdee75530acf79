import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from './spinner.tsx'

/**
 * React context with a notice that explains why the library is missing. The component around all signed-in screens
 * provides the notice.
 */
export const LibraryNoticeContext = createContext<ReactNode>(null)

/** Renders a loading animation while the library loads, or a notice why the library cannot be shown. */
export function LibraryUnavailable({ because }: { because: 'loading' | 'never-synced' | 'failed' }) {
  const { t } = useTranslation()
  const notice = use(LibraryNoticeContext)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}
