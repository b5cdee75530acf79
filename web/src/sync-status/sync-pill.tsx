import { use, useState, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble } from '#web/store/library-services.ts'
import { OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'
import { Pill, PillButton } from '#web/kit/pill.tsx'
import { syncStatusIcon, useSyncStatus, type SyncStatus } from './sync-status.ts'
import styles from './sync-pill.module.css'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import type { TFunction } from 'i18next'

export function SyncPill(): ReactNode {
  const { t } = useTranslation()
  const shown = useSyncStatus()
  const sign = syncStatusIcon(shown)
  const [wasUnsaved, setWasUnsaved] = useState(false)
  const trouble = useStorageTrouble()
  const open = use(OpenFrameDialogContext)
  if ('waiting' in shown && shown.waiting > 0 && !wasUnsaved) setWasUnsaved(true)
  if (trouble !== null)
    return (
      <PillButton icon="alert" onClick={() => open({ kind: 'storage', trouble })}>
        {t(`storage.${trouble}.short`)}
      </PillButton>
    )

  if (shown.kind === 'synced')
    return (
      wasUnsaved && (
        <Pill icon={sign} fades>
          {t('sync.synced')}
        </Pill>
      )
    )
  const isSyncing = shown.kind === 'syncing'
  // Most rounds end before their text could be read, so only slow ones are shown.
  if (isSyncing && shown.waiting === 0) return null
  return (
    <PillButton icon={sign} className={isSyncing && styles.late} onClick={() => open({ kind: 'sync' })}>
      {textOf(shown, t)}
    </PillButton>
  )
}

// Shorter interruptions, such as a tunnel, are not announced.
const LASTING_MS = 2000

export function SyncLiveRegion() {
  const shown = useSyncStatus()
  const { t } = useTranslation()
  const [said, setSaid] = useState<SyncStatus | null>(null)
  const last = useRef('synced')
  const matter = matterOf(shown)

  // Announces the status of that moment. A growing count is not announced again; a change of language is.
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
      <VisuallyHidden>{said && textOf(said, t)}</VisuallyHidden>
    </output>
  )
}

function matterOf(shown: SyncStatus): string | null {
  if (shown.kind === 'syncing') return null
  return shown.kind === 'rejected' ? `rejected ${shown.rejected}` : shown.kind
}

/** Call it only for text that is shown: formatting the first number after a page load is slow. */
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
