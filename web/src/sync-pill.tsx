import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStorageTrouble } from '#web/store/storage-trouble.ts'
import { useSyncState } from '#web/store/sync-state.ts'
import { Pill } from './kit/pill.tsx'
import { StoragePill } from './storage-notice.tsx'
import styles from './sync-pill.module.css'

/** Where the changes of this device are. Says nothing while there is nothing to say. */
export function SyncPill(): ReactNode {
  const { t } = useTranslation()
  const { kind, waiting } = useSyncState()
  const [wasUnsaved, setWasUnsaved] = useState(false)
  const trouble = useStorageTrouble()
  if (waiting > 0 && !wasUnsaved) setWasUnsaved(true)
  if (trouble !== null) return <StoragePill trouble={trouble} />

  switch (kind) {
    case 'offline':
      return (
        <output>
          <Pill icon="offline">
            {waiting === 0 ? t('sync.offline') : t('sync.offlineWaiting', { count: waiting })}
          </Pill>
        </output>
      )
    case 'signed-out':
      return (
        <output>
          <Link to="/signin" className={styles.way}>
            <Pill icon="alert">{t('sync.signedOut')}</Pill>
          </Link>
        </output>
      )
    case 'update-needed':
      return (
        <output>
          <Pill icon="alert">{t('sync.updateNeeded')}</Pill>
        </output>
      )
    case 'syncing':
      // Most rounds are over before they could be read; only a slow one shows itself.
      return waiting === 0 ? null : (
        <span className={styles.late}>
          <Pill icon="sync">{t('sync.syncing', { count: waiting })}</Pill>
        </span>
      )
    case 'synced':
      return wasUnsaved ? (
        <Pill icon="check" fades>
          {t('sync.saved')}
        </Pill>
      ) : null
  }
}
