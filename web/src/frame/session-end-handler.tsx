import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { signOutWithoutSending } from '#web/identity/sign-out.ts'
import { DialogError, AlertDialog } from '#web/kit/dialog.tsx'
import { downloadFile } from '#web/kit/download-file.ts'
import type { Change } from '#core/library/change.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { correctedNow } from '#web/store/clock.ts'
import type { OpenStore } from '#web/store/store-interface.ts'

type Props = { because: SessionEndReason; email: string }

/**
 * Signs the user out and deletes the local data after the session was ended on another device or the account was
 * deleted. If there is unsynced data, first shows a dialog that lists it and offers to save it as a file (D18, rule
 * SI10).
 */
export function SessionEndHandler({ because, email }: Props) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const identity = useIdentity()
  const [unsynced, setUnsynced] = useState<UnsyncedData | null>(null)
  const [asked, setAsked] = useState(0)
  const [isLeaving, setLeaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function leave() {
    setFailed(false)
    setLeaving(true)
    await signOutWithoutSending(
      identity,
      because === 'account-deleted' ? t('ended.deleted') : t('ended.revoked'),
    )
    setLeaving(false)
    setFailed(true)
  }

  const decide = useEffectEvent((found: UnsyncedData | null) => {
    if (found === null || found.count === 0) void leave()
    else setUnsynced(found)
  })
  useEffect(() => {
    const store = identity.device.store.get()
    void Promise.resolve(store && collectUnsyncedData(store)).then(decide)
  }, [identity])

  if (unsynced === null) return null
  const { changes, rejected } = unsynced

  function save() {
    const text = JSON.stringify({ ...unsynced?.file, email }, null, 2)
    downloadFile('dacapo-unsynced.json', new Blob([text], { type: 'application/json' }))
    setSaved(true)
  }

  return (
    <AlertDialog
      // Opens again in browsers that close the dialog anyway, because the question must be answered.
      key={asked}
      title={because === 'account-deleted' ? t('ended.deletedTitle') : t('ended.revokedTitle')}
      keep={t('ended.save')}
      confirm={t('ended.remove')}
      danger
      busy={isLeaving}
      onKeep={save}
      onConfirm={() => void leave()}
      onClose={() => setAsked(asked + 1)}
    >
      <p>{because === 'account-deleted' ? t('ended.deletedText') : t('ended.revokedText')}</p>
      {changes > 0 && <p>{t('ended.changes', { count: changes })}</p>}
      {rejected > 0 && <p>{t('ended.rejected', { count: rejected })}</p>}
      <p role="status">{isSaved && t('ended.saved')}</p>
      {hasFailed && <DialogError>{common('toast.error')}</DialogError>}
    </AlertDialog>
  )
}

/**
 * The data that exists only on this device, because the server has not received or not accepted it. Contains the number
 * of pending and of rejected changes, their total `count`, and the data itself for an export file.
 */
export type UnsyncedData = {
  readonly count: number
  readonly changes: number
  readonly rejected: number
  readonly file: {
    readonly format: 'dacapo-unsynced'
    readonly version: 1
    readonly savedAt: string
    readonly changes: readonly Change[]
    readonly rejected: readonly { readonly change: Change; readonly code: RejectionCode }[]
  }
}

/**
 * Collects the data that would be lost with the local database: pending and rejected changes. Never rejects.
 */
export async function collectUnsyncedData(store: OpenStore): Promise<UnsyncedData> {
  await store.refresh()
  const rejected = await store.rejectedChanges()
  const changes = store.copy.get().outbox.map(row => row.change)
  return {
    count: changes.length + rejected.length,
    changes: changes.length,
    rejected: rejected.length,
    file: {
      format: 'dacapo-unsynced',
      version: 1,
      savedAt: new Date(correctedNow(store)).toISOString(),
      changes,
      rejected: rejected.map(({ change, code }) => ({ change, code })),
    },
  }
}
