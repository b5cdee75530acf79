import { useTranslation } from 'react-i18next'
import { livingPieces } from '#core/library.ts'
import type { KnownRole } from '#core/plan.ts'
import { useSyncState } from '#web/store/sync-state.ts'
import { useLibrary } from '#web/store/use-library.ts'
import styles from './delete-account.module.css'

/** What is deleted with the account, counted, and the copy to take along first (rule DA7). */
export function WhatGoes({ stripeRole, letters }: { stripeRole: KnownRole; letters: number }) {
  const { t } = useTranslation('account')
  const state = useLibrary()
  const { waiting: changes } = useSyncState()
  const library = state.kind === 'ready' ? state.library : null
  const pieces = library === null ? 0 : livingPieces(library).length

  return (
    <>
      <p>{t('deletion.atOnce')}</p>
      <ul className={styles.goes}>
        {library === null ? (
          <li>{t('deletion.library')}</li>
        ) : (
          <>
            {pieces > 0 && <li>{t('deletion.pieces', { count: pieces })}</li>}
            {library.practice.size > 0 && <li>{t('deletion.history', { count: library.practice.size })}</li>}
          </>
        )}
        {stripeRole === 'pro' && <li>{t('deletion.subscription')}</li>}
        {changes > 0 && <li>{t('deletion.unsynced', { count: changes })}</li>}
        {letters > 0 && <li>{t('deletion.letters', { count: letters })}</li>}
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
