import { useTranslation } from 'react-i18next'
import styles from './broken-screen.module.css'
import { Button, ButtonLink } from './kit/button.tsx'
import { Page } from './kit/page.tsx'

/** What stands where a screen could not be drawn or fetched: the reason, that nothing is lost, and two ways on. */
export function BrokenScreen({ because }: { because: 'broken' | 'not-loaded' }) {
  const { t } = useTranslation()
  const title = because === 'broken' ? t('failure.title') : t('failure.notLoaded')
  return (
    <Page title={title}>
      <div className={styles.words} role="alert">
        <h1>{title}</h1>
        <p>{because === 'broken' ? t('failure.text') : t('failure.notLoadedText')}</p>
      </div>
      <div className={styles.ways}>
        <Button variant="main" icon="sync" onClick={() => location.reload()}>
          {t('tryAgain')}
        </Button>
        <ButtonLink variant="line" to="/practice">
          {t('failure.toPractice')}
        </ButtonLink>
      </div>
    </Page>
  )
}
