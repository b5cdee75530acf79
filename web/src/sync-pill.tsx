import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble } from '#web/store/storage-trouble.ts'
import { useOpenSync } from './kit/open-sync.ts'
import type { IconName } from './kit/icon.tsx'
import { Pill } from './kit/pill.tsx'
import { useShownSync } from './shown-sync.ts'
import { StoragePill } from './storage-notice.tsx'
import styles from './sync-pill.module.css'
import { useSyncWords } from './sync-words.ts'

/** Where the changes of this device are. Says nothing while there is nothing to say; a press tells more. */
export function SyncPill(): ReactNode {
  const { t } = useTranslation()
  const shown = useShownSync()
  const words = useSyncWords(shown)
  const [wasUnsaved, setWasUnsaved] = useState(false)
  const trouble = useStorageTrouble()
  if ('waiting' in shown && shown.waiting > 0 && !wasUnsaved) setWasUnsaved(true)
  if (trouble !== null) return <StoragePill trouble={trouble} />

  switch (shown.kind) {
    case 'synced':
      return wasUnsaved ? (
        <Pill icon="check" fades>
          {t('sync.saved')}
        </Pill>
      ) : null
    case 'syncing':
      // Most rounds are over before they could be read; only a slow one shows itself.
      return shown.waiting === 0 ? null : (
        <span className={styles.late}>
          <Way icon="sync" words={words} />
        </span>
      )
    case 'offline':
    case 'unreachable':
      return <Way icon="offline" words={words} />
    default:
      return <Way icon="alert" words={words} />
  }
}

function Way({ icon, words }: { icon: IconName; words: string }) {
  const open = useOpenSync()
  return (
    <button type="button" className={`${styles.way} ${styles.more}`} onClick={open}>
      <Pill icon={icon}>{words}</Pill>
    </button>
  )
}
