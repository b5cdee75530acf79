import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Loader } from './spinner.tsx'

/** What the app says where there is no library to show: why, and the way on. The frame knows, screens need not. */
export const LibraryNotice = createContext<ReactNode>(null)

/** What stands where the library would: the four beats while it is read, else why it is not there and the way on. */
export function NoLibrary({ because }: { because: 'loading' | 'unheard' | 'failed' }) {
  const { t } = useTranslation()
  const notice = use(LibraryNotice)
  return because === 'loading' ? <Loader label={t('library.loading')} /> : notice
}
