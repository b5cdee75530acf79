import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SyncStatus } from './sync-status.ts'

/**
 * Returns a function that converts a sync status to a short translated text. Call this function only if the text is
 * shown: the text may contain a number, and formatting the first number of a page is slow, because the browser has to
 * load its number formats.
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
      return t('sync.rejected', { count: shown.rejected })
    case 'signed-out':
      return t('sync.signedOut')
    case 'update-needed':
      return t('sync.updateNeeded')
    case 'synced':
      return t('sync.saved')
  }
}
