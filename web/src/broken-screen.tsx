import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './broken-screen.module.css'
import { Button, ButtonLink } from './kit/button.tsx'
import { Page } from './kit/page.tsx'
import { showError } from './kit/toast.tsx'
import { reloadWhereServed } from './load-failure.ts'

/** What stands where a screen could not be drawn or fetched: the reason, that nothing is lost, and two ways on. */
export function BrokenScreen({ because }: { because: 'broken' | 'not-loaded' }) {
  const { t } = useTranslation()
  const title = because === 'broken' ? t('failure.title') : t('failure.notLoaded')
  const [isTrying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    if (await reloadWhereServed()) return
    setTrying(false)
    showError(t('toast.offline'))
  }

  return (
    <Page title={title}>
      <div className={styles.words} role="alert">
        <h1>{title}</h1>
        <p>{because === 'broken' ? t('failure.text') : t('failure.notLoadedText')}</p>
      </div>
      <div className={styles.ways}>
        <Button variant="main" icon="sync" busy={isTrying} onClick={() => void tryAgain()}>
          {t('tryAgain')}
        </Button>
        <ButtonLink variant="line" to="/practice">
          {t('failure.toPractice')}
        </ButtonLink>
      </div>
    </Page>
  )
}
