import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RemoteSessionEndReason } from '#core/protocol/sign-in.ts'
import { useIdentityService } from '#web/identity/identity-service.ts'
import { signOutWithoutSending } from '#web/identity/sign-out.ts'
import { DialogError, ConfirmDialog } from '#web/kit/dialog.tsx'
import { downloadBlob } from '#web/kit/download-file.ts'
import { serverClockNow } from '#web/store/clock.ts'
import type { OpenedStore } from '#web/store/store-interface.ts'

/** Signs out on mount, unless there is unsynced data that the user should save first (rule SI10). */
export function SignOutAfterSessionEnd({
  because,
  email,
}: {
  because: RemoteSessionEndReason
  email: string
}) {
  const { t } = useTranslation('sync')
  const identity = useIdentityService()
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
    downloadBlob('dacapo-unsynced.json', new Blob([text], { type: 'application/json' }))
    setSaved(true)
  }

  return (
    <ConfirmDialog
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
      {hasFailed && <DialogError />}
    </ConfirmDialog>
  )
}

type UnsyncedData = Awaited<ReturnType<typeof collectUnsyncedData>>

async function collectUnsyncedData(store: OpenedStore) {
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
      savedAt: new Date(serverClockNow(store)).toISOString(),
      changes,
      rejected: rejected.map(({ change, code }) => ({ change, code })),
    },
  }
}
