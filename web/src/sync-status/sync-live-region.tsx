import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { useSyncStatus, type SyncStatus } from './sync-status.ts'
import { useSyncStatusText } from './use-sync-status-text.ts'

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
