import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Page } from '#web/kit/page.tsx'

/** Shown if it cannot be found out who is signed in (rule ST24). */
export function LocalDatabaseNotResponding() {
  const { t } = useTranslation()
  return (
    <Page title={t('storage.unanswered.title')}>
      <div role="alert">
        <EmptyState title={t('storage.unanswered.title')} text={t('storage.unanswered.text')}>
          <Button variant="main" icon="sync" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </EmptyState>
      </div>
    </Page>
  )
}
