import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from './spinner.tsx'

/** React context with an explanation why the library is missing. The signed-in frame provides it. */
export const LibraryNoticeContext = createContext<ReactNode>(null)

/** Renders a loading animation while the library loads, or an explanation why it is missing. */
export function LibraryUnavailable({ because }: { because: 'loading' | 'never-synced' | 'failed' }) {
  const { t } = useTranslation()
  const notice = use(LibraryNoticeContext)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}
