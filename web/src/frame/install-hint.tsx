import { useTranslation } from 'react-i18next'
import { useInstallOffer, type InstallOffer } from '#web/device/install.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import { useStore } from '#web/store/library-services.ts'
import styles from './install-hint.module.css'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Notice } from '#web/kit/notice.tsx'

export function InstallHint() {
  const way = useInstallOffer()
  const isStoreOpen = useStore() !== null
  const [isUnwanted, setUnwanted] = usePersistedSetting('install-hint', isKept)
  return way !== null && isStoreOpen && !isUnwanted && <Hint way={way} onForget={() => setUnwanted(true)} />
}

function Hint({ way, onForget }: { way: InstallOffer; onForget: () => void }) {
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
              {t('share')} <Icon name="share" className={styles.share} />
            </li>
            <li>{t('add')}</li>
            <li>{t('signIn')}</li>
          </ol>
        )}
      </Notice>
    </section>
  )
}

const isKept = (kept: unknown) => kept !== null
