import { use, useState, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble } from '#web/store/device-library.ts'
import { OpenSyncDialogContext } from '#web/kit/frame-contexts.ts'
import { Pill, PillButton } from '#web/kit/pill.tsx'
import { syncStatusIcon, useSyncStatus, type SyncStatus } from './sync-status.ts'
import { StorageTroublePill } from '#web/frame/storage-notice.tsx'
import styles from './sync-pill.module.css'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import type { TFunction } from 'i18next'

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
          {t('sync.synced')}
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

// Shorter interruptions, such as a tunnel, are not announced.
const LASTING_MS = 2000

/**
 * Renders an invisible text with which screen readers announce a new sync status, for example that the connection to
 * the server was lost or works again. Announces a status only if it lasts at least two seconds, and never announces
 * that a sync is running (rule SN16).
 */
export function SyncLiveRegion() {
  const shown = useSyncStatus()
  const textOf = useSyncStatusText()
  const [said, setSaid] = useState<SyncStatus | null>(null)
  const last = useRef('synced')
  const matter = matterOf(shown)

  // The status of that moment is announced; a growing count is not announced again, and another language is.
  const say = useEffectEvent((now: string) => {
    last.current = now
    setSaid(shown)
  })
  useEffect(() => {
    if (matter === null || matter === last.current) return
    const timer = setTimeout(() => say(matter), LASTING_MS)
    return () => clearTimeout(timer)
  }, [matter])

  return (
    <output>
      <VisuallyHidden>{said && textOf(said)}</VisuallyHidden>
    </output>
  )
}

/** Returns the state to announce, or null if it is unknown. */
function matterOf(shown: SyncStatus): string | null {
  if (shown.kind === 'syncing') return null
  return shown.kind === 'rejected' ? `rejected ${shown.rejected}` : shown.kind
}

/**
 * Returns a function that converts a sync status to a short translated text. Call this function only if the text is
 * shown: the text may contain a number, and formatting the first number of a page is slow, because the browser has to
 * load its number formats.
 */
function useSyncStatusText(): (shown: SyncStatus) => string {
  const { t } = useTranslation()
  return shown => textOf(shown, t)
}

function textOf(shown: SyncStatus, t: TFunction): string {
  switch (shown.kind) {
    case 'offline':
    case 'unreachable':
      return shown.waiting === 0
        ? t(`sync.${shown.kind}`)
        : t(`sync.${shown.kind}Waiting`, { count: shown.waiting })
    case 'syncing':
      return t('sync.syncing', { count: shown.waiting })
    case 'rejected':
      return t('sync.rejected', { count: shown.rejected })
    default:
      return t(`sync.${shown.kind}`)
  }
}
