import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Loader } from './spinner.tsx'

/** What stands where the library would: the four beats while it is read, a way on where this browser gives none. */
export function NoLibrary({ because }: { because: 'loading' | 'failed' }) {
  const { t } = useTranslation()
  if (because === 'loading') return <Loader label={t('library.loading')} />
  return (
    <EmptyState level="h2" title={t('library.failed.title')} text={t('library.failed.text')}>
      <Button icon="sync" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </EmptyState>
  )
}
