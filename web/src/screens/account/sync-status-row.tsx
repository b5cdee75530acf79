import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { useOpenSyncDialog } from '#web/kit/open-sync-dialog.ts'
import { useSyncState } from '#web/store/use-sync-state.ts'
import styles from './account.module.css'

/**
 * Renders a row with the sync status and a button that opens the sync dialog. The row is visible even if everything is
 * synced (rule RC1).
 */
export function SyncStatusRow() {
  const { t } = useTranslation()
  const open = useOpenSyncDialog()
  const { rejected } = useSyncState()
  return (
    <div className={styles.setting}>
      <span>{rejected === 0 ? t('sync.name') : t('sync.refused', { count: rejected })}</span>
      <Button variant="line" onClick={open}>
        {t('sync.look')}
      </Button>
    </div>
  )
}
