import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './screen-error.module.css'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { Page } from '#web/kit/page.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { reloadIfServerReachable } from './load-failure.ts'

/**
 * Renders an error in place of a screen that could not be rendered ('broken') or loaded ('notLoaded'). Shows the
 * reason, a button that reloads the page and, unless the user is on the practice screen already, a link to that screen.
 */
export function ScreenError({ because }: { because: 'broken' | 'notLoaded' }) {
  const { t } = useTranslation()
  const title = t(`failure.${because}.title`)
  const [isTrying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    if (await reloadIfServerReachable()) return
    setTrying(false)
    showError(t('toast.offline'))
  }

  return (
    <Page title={title}>
      <div className={styles.words} role="alert">
        <h1>{title}</h1>
        <p>{t(`failure.${because}.text`)}</p>
      </div>
      <div className={styles.ways}>
        <Button variant="main" icon="sync" busy={isTrying} onClick={() => void tryAgain()}>
          {t('tryAgain')}
        </Button>
        {location.pathname !== '/practice' && (
          <ButtonLink variant="line" to="/practice">
            {t('failure.toPractice')}
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}
