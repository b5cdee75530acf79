import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { useOpenSync } from '#web/kit/open-sync.ts'
import { useSyncState } from '#web/store/sync-state.ts'
import styles from './account.module.css'

/** The way to how this device and the server stand, which is there also while nothing is wrong (rule RC1). */
export function SyncRow() {
  const { t } = useTranslation()
  const open = useOpenSync()
  const { refused } = useSyncState()
  return (
    <div className={styles.setting}>
      <span>{refused === 0 ? t('sync.name') : t('sync.refused', { count: refused })}</span>
      <Button variant="line" onClick={open}>
        {t('sync.look')}
      </Button>
    </div>
  )
}
