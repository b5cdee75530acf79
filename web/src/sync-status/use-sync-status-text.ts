import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SyncStatus } from './sync-status.ts'

/**
 * Returns a function that returns a short translated text for a sync status. Call it only when the text is shown. The
 * text may contain a number, and the first number that a browser formats takes long.
 */
export function useSyncStatusText(): (shown: SyncStatus) => string {
  const { t } = useTranslation()
  return shown => textOf(shown, t)
}

function textOf(shown: SyncStatus, t: TFunction): string {
  switch (shown.kind) {
    case 'offline':
      return shown.waiting === 0 ? t('sync.offline') : t('sync.offlineWaiting', { count: shown.waiting })
    case 'unreachable':
      return shown.waiting === 0
        ? t('sync.unreachable')
        : t('sync.unreachableWaiting', { count: shown.waiting })
    case 'syncing':
      return t('sync.syncing', { count: shown.waiting })
    case 'rejected':
      return t('sync.refused', { count: shown.rejected })
    case 'signed-out':
      return t('sync.signedOut')
    case 'update-needed':
      return t('sync.updateNeeded')
    case 'synced':
      return t('sync.saved')
  }
}
