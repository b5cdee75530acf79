import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/kit/button.tsx'
import { EmptyRest } from '#web/kit/empty-rest.tsx'
import { Page } from '#web/kit/page.tsx'
import styles from './not-found.module.css'

/** An address that is none of ours, and the way back. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('notFound.title')}>
      <div className={styles.empty}>
        <EmptyRest />
        <h1>{t('notFound.title')}</h1>
        <p>{t('notFound.text')}</p>
        <ButtonLink variant="main" size="big" icon="back" to="/">
          {t('notFound.toStart')}
        </ButtonLink>
      </div>
    </Page>
  )
}
