import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPieces } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { countEntries } from '#web/store/entry-log.ts'
import { useStore, useSyncState, useLibrary } from '#web/store/device-library.ts'
import styles from './delete-account-button.module.css'

/**
 * Renders a list of the data that is deleted together with the account, and a link to download an export first (rule
 * DA7).
 */
export function DeletionSummary({ stripeRole }: { stripeRole: StripeRoleOrUnknown }) {
  const { t } = useTranslation('account')
  const state = useLibrary()
  const { waiting: changes } = useSyncState()
  const library = state.kind === 'ready' && state.isHistoryComplete ? state.library : null
  const entries = useEntryCount(library !== null)
  const pieces = library === null ? 0 : undeletedPieces(library).length

  return (
    <>
      <p>{t('deletion.atOnce')}</p>
      <ul className={styles.goes}>
        {library === null ? (
          <li>{t('deletion.library')}</li>
        ) : (
          <>
            {pieces > 0 && <li>{t('deletion.pieces', { count: pieces })}</li>}
            {entries > 0 && <li>{t('deletion.history', { count: entries })}</li>}
          </>
        )}
        {stripeRole === 'pro' && <li>{t('deletion.subscription')}</li>}
        {changes > 0 && <li>{t('deletion.unsynced', { count: changes })}</li>}
        <li>{t('deletion.rest')}</li>
      </ul>
      <p>
        <a className={styles.copy} href="/api/v1/account/export" download>
          {t('deletion.copy')}
        </a>
      </p>
    </>
  )
}

/** Returns the number of practice entries; 0 until the device has all of them and they have been counted. */
function useEntryCount(isHistoryComplete: boolean): number {
  const store = useStore()
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isHistoryComplete) return
    let isCurrent = true
    if (store !== null) void countEntries(store).then(counted => isCurrent && setCount(counted))
    return () => {
      isCurrent = false
    }
  }, [store, isHistoryComplete])
  return count
}
