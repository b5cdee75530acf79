import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMPTY_LIBRARY } from '#core/library/library.ts'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { planLimitKindOfRejection, UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { useKnownStripeRole } from '#web/identity/identity-service.ts'
import { Button } from '#web/kit/button.tsx'
import { DialogError, ConfirmDialog } from '#web/kit/dialog.tsx'
import type { RejectedRow } from '#web/store/local-database.ts'
import { subscribeLiveQuery, useLibraryState, useStore } from '#web/store/library-services.ts'
import { createNameLookup, describeIntendedChange, describeRejectionReason } from './rejected-change-text.ts'
import { useSyncStatus } from './sync-status.ts'
import styles from './sync-dialog.module.css'

// Rendering a thousand at once would block a phone for seconds.
const SHOWN_AT_ONCE = 20

export function RejectedChangeList() {
  const { t } = useTranslation('sync')
  const store = useStore()
  const state = useLibraryState()
  const role = useKnownStripeRole()
  const isSignedOut = useSyncStatus().kind === 'signed-out'
  const rows = useRejectedChanges()
  const heading = useRef<HTMLHeadingElement>(null)
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const [asked, setAsked] = useState<readonly RejectedRow[] | null>(null)
  const [isUpgrading, setUpgrading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [finished, setFinished] = useState(0)

  // The pressed control was removed with its entry, and the question has closed by now.
  useEffect(() => {
    if (finished > 0) heading.current?.focus()
  }, [finished])

  // While the last one is being decided, here or in another tab, the list stays for the focus.
  if (rows === null || (rows.length === 0 && finished === 0 && asked === null)) return null
  const library = 'library' in state ? state.library : EMPTY_LIBRARY
  const names = createNameLookup(library, rows)
  const limits = role === 'pro' ? [] : rows.map(({ code }) => planLimitKindOfRejection(code))
  const limit = limits.find(reached => reached !== null) ?? null

  async function finish(work: Promise<boolean> | undefined) {
    const isDone = (await work) ?? false
    setFailed(!isDone)
    setAsked(null)
    if (isDone) setFinished(finished + 1)
  }

  const retry = (wanted: readonly RejectedRow[]) => void finish(store?.retry(wanted))

  return (
    <section className={styles.rejected} aria-labelledby="rejected">
      <h3 id="rejected" ref={heading} tabIndex={-1} className={styles.heading}>
        {t('rejected.title')}
      </h3>
      <p className={styles.muted}>{t(rows.length === 0 ? 'rejected.none' : 'rejected.explained')}</p>
      {hasFailed && <DialogError />}
      <div className={styles.actions}>
        {limit !== null && (
          <Button variant={isSignedOut ? 'line' : 'main'} onClick={() => setUpgrading(true)}>
            {t('rejected.upgrade')}
          </Button>
        )}
        {rows.length > 1 && (
          <>
            <Button variant="line" onClick={() => retry(rows)}>
              {t('rejected.retryAll')}
            </Button>
            <Button variant="danger" className={styles.discard} onClick={() => setAsked(rows)}>
              {t('rejected.discardAll')}
            </Button>
          </>
        )}
      </div>
      <ul className={styles.list}>
        {rows.slice(0, most).map(row => (
          <li key={row.id} className={styles.entry}>
            <p className={styles.what}>
              <PartlyTranslated text={describeIntendedChange(t, row.change, names)} />
            </p>
            <p className={styles.muted}>{describeRejectionReason(t, row)}</p>
            <div className={styles.actions}>
              <Button onClick={() => retry([row])}>{t('rejected.retry')}</Button>
              <Button variant="danger" className={styles.discard} onClick={() => setAsked([row])}>
                {t('rejected.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <Button variant="line" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {t('rejected.more', { count: Math.min(SHOWN_AT_ONCE, rows.length - most) })}
        </Button>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t('rejected.discardQuestion', { count: asked.length })}
          confirm={t('rejected.discard')}
          keep={t('rejected.keep', { count: asked.length })}
          danger
          onConfirm={() => void finish(store?.discard(asked))}
          onClose={() => setAsked(null)}
        >
          <p>{t('rejected.goneForGood', { count: asked.length })}</p>
        </ConfirmDialog>
      )}
      {isUpgrading && limit !== null && <UpgradeDialog limit={limit} onClose={() => setUpgrading(false)} />}
    </section>
  )
}

function useRejectedChanges(): readonly RejectedRow[] | null {
  const store = useStore()
  const [rejected, setRejected] = useState<readonly RejectedRow[] | null>(null)

  useEffect(() => subscribeLiveQuery(store, opened => opened.rejectedChanges(), setRejected), [store])
  return rejected
}
