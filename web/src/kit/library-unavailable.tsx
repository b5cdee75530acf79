import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from './spinner.tsx'

/** Context with the explanation why there is no library, provided by the frame. */
export const LibraryNotice = createContext<ReactNode>(null)

/** Renders the loading dots while the library loads, otherwise the explanation why it is missing. */
export function LibraryUnavailable({ because }: { because: 'loading' | 'never-synced' | 'failed' }) {
  const { t } = useTranslation()
  const notice = use(LibraryNotice)
  return because === 'loading' ? <LoadingIndicator label={t('library.loading')} /> : notice
}
