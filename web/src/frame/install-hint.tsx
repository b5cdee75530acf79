import { useTranslation } from 'react-i18next'
import { useInstallMethod, type InstallMethod } from '#web/device/install.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { useStore } from '#web/store/device-library.ts'
import styles from './install-hint.module.css'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/notice.tsx'

/**
 * Renders instructions for installing the app on this device. Renders nothing if the app is already installed or cannot
 * be installed, or if the user has dismissed the instructions (rule OF11).
 */
export function InstallHint() {
  const way = useInstallMethod()
  const isStoreOpen = useStore() !== null
  const [isUnwanted, setUnwanted] = usePersisted('install-hint', isKept)
  return way !== null && isStoreOpen && !isUnwanted && <Hint way={way} onForget={() => setUnwanted(true)} />
}

function Hint({ way, onForget }: { way: InstallMethod; onForget: () => void }) {
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

/** The share icon of Safari's button; the text beside it names it. */
const ShareSign = () => (
  <svg className={styles.share} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 9.5H5.5v12h13v-12H16M12 15V2.5M8 6l4-4 4 4" />
  </svg>
)

const isKept = (kept: unknown) => kept !== null
