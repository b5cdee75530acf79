import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstallWay, type InstallWay } from '#web/device/install.ts'
import { currentStore } from '#web/store/current-store.ts'
import styles from './install-hint.module.css'
import { Button } from './kit/button.tsx'
import { Notice } from './kit/notice.tsx'

/**
 * Says that the app can live on this device, and how. Not where it does already, and never again to whoever does not
 * want to hear of it (rule OF12).
 */
export function InstallHint() {
  const way = useInstallWay()
  const [isUnwanted, forget] = useUnwanted()
  return way !== null && !isUnwanted && <Hint way={way} onForget={forget} />
}

function Hint({ way, onForget }: { way: InstallWay; onForget: () => void }) {
  const { t } = useTranslation('install')
  return (
    <section aria-labelledby="install">
      <Notice
        actions={
          <>
            {way.kind === 'ask' && <Button onClick={() => void way.ask()}>{t('install')}</Button>}
            <Button variant="bare" className={styles.forget} onClick={onForget}>
              {t('forget')}
            </Button>
          </>
        }
      >
        <h2 id="install" className={styles.title}>
          {t('title')}
        </h2>
        <p>{t('text')}</p>
        {way.kind === 'by-hand' && (
          <ol className={styles.steps}>
            <li>
              {t('share')} <ShareSign />
            </li>
            <li>{t('add')}</li>
            <li>{t('signIn')}</li>
          </ol>
        )}
      </Notice>
    </section>
  )
}

/** The sign on the button of Safari, so that it is found; the words beside it name it. */
const ShareSign = () => (
  <svg className={styles.share} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 9.5H5.5v12h13v-12H16M12 15V2.5M8 6l4-4 4 4" />
  </svg>
)

/** Whether the user of this page does not want the hint; until that is known it is not shown. */
function useUnwanted(): [boolean, () => void] {
  const [isUnwanted, setUnwanted] = useState(true)

  useEffect(() => {
    void currentStore
      .get()
      ?.kept('install-hint')
      .then(kept => setUnwanted(kept !== null))
  }, [])

  function forget() {
    setUnwanted(true)
    void currentStore.get()?.keep('install-hint', 'unwanted')
  }

  return [isUnwanted, forget]
}
