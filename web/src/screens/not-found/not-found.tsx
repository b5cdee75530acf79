import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Page } from '#web/kit/page.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <Page title={t('notFound.title')}>
      <EmptyState title={t('notFound.title')} text={t('notFound.text')}>
        <ButtonLink variant="main" icon="back" to="/">
          {t('notFound.toStart')}
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}
