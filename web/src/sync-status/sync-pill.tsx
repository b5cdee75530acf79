import { use, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble } from '#web/store/device-library.ts'
import { OpenSyncDialogContext } from '#web/kit/frame-contexts.ts'
import { Pill, PillButton } from '#web/kit/pill.tsx'
import { syncStatusIcon, useSyncStatus } from './sync-status.ts'
import { StorageTroublePill } from '#web/frame/storage-notice.tsx'
import styles from './sync-pill.module.css'
import { useSyncStatusText } from './use-sync-status-text.ts'

/**
 * Renders the sync status as a pill (a short text) at the top right of a page. A press opens the sync dialog. If
 * everything is synced, renders nothing, or for a moment "saved" after pending changes were sent. If this device cannot
 * store changes, renders StorageTroublePill instead.
 */
export function SyncPill(): ReactNode {
  const { t } = useTranslation()
  const shown = useSyncStatus()
  const sign = syncStatusIcon(shown)
  const textOf = useSyncStatusText()
  const [wasUnsaved, setWasUnsaved] = useState(false)
  const trouble = useStorageTrouble()
  const open = use(OpenSyncDialogContext)
  if ('waiting' in shown && shown.waiting > 0 && !wasUnsaved) setWasUnsaved(true)
  if (trouble !== null) return <StorageTroublePill trouble={trouble} />

  switch (shown.kind) {
    case 'synced':
      return wasUnsaved ? (
        <Pill icon={sign} fades>
          {t('sync.saved')}
        </Pill>
      ) : null
    case 'syncing':
      // Most rounds end before their text could be read, so only slow ones are shown.
      return shown.waiting === 0 ? null : (
        <span className={styles.late}>
          <PillButton icon={sign} onClick={open}>
            {textOf(shown)}
          </PillButton>
        </span>
      )
    default:
      return (
        <PillButton icon={sign} onClick={open}>
          {textOf(shown)}
        </PillButton>
      )
  }
}
