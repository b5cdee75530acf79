import { useTranslation } from 'react-i18next'
import { useObservable } from '#web/store/use-observable.ts'
import { Pill } from './kit/pill.tsx'
import { beginNewVersion, isNewVersionOffered } from './new-version.ts'
import styles from './sync-pill.module.css'

/** Offers the new version, quietly: a press loads it, whoever does not press goes on as before (rule OF5). */
export function NewVersionPill() {
  const { t } = useTranslation()
  const isOffered = useObservable(isNewVersionOffered)

  return (
    <output>
      {isOffered && (
        <button
          type="button"
          className={`${styles.way} ${styles.more}`}
          aria-label={t('newVersion.name')}
          onClick={() => void beginNewVersion()}
        >
          <Pill icon="sync">{t('newVersion.short')}</Pill>
        </button>
      )}
    </output>
  )
}
