import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble } from '#web/store/storage-trouble.ts'
import { useOpenSync } from './kit/open-sync.ts'
import { Pill, PillButton } from './kit/pill.tsx'
import { syncSign, useShownSync } from './shown-sync.ts'
import { StoragePill } from './storage-notice.tsx'
import styles from './sync-pill.module.css'
import { useSyncWords } from './sync-words.ts'

/** Where the changes of this device are. Says nothing while there is nothing to say; a press tells more. */
export function SyncPill(): ReactNode {
  const { t } = useTranslation()
  const shown = useShownSync()
  const sign = syncSign(shown)
  const words = useSyncWords(shown)
  const [wasUnsaved, setWasUnsaved] = useState(false)
  const trouble = useStorageTrouble()
  const open = useOpenSync()
  if ('waiting' in shown && shown.waiting > 0 && !wasUnsaved) setWasUnsaved(true)
  if (trouble !== null) return <StoragePill trouble={trouble} />

  switch (shown.kind) {
    case 'synced':
      return wasUnsaved ? (
        <Pill icon={sign} fades>
          {t('sync.saved')}
        </Pill>
      ) : null
    case 'syncing':
      // Most rounds are over before they could be read; only a slow one shows itself.
      return shown.waiting === 0 ? null : (
        <span className={styles.late}>
          <PillButton icon={sign} onClick={open}>
            {words}
          </PillButton>
        </span>
      )
    default:
      return (
        <PillButton icon={sign} onClick={open}>
          {words}
        </PillButton>
      )
  }
}
