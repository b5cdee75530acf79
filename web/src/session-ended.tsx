import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SessionEnd } from '#web/api/session-calls.ts'
import { forgetUser } from '#web/identity/sign-out.ts'
import { currentStore } from '#web/store/current-store.ts'
import { unsyncedOf, type Unsynced } from '#web/store/unsynced.ts'
import { DialogFault } from './kit/dialog-fault.tsx'
import { AlertDialog } from './kit/dialog.tsx'
import { saveAsFile } from './kit/save-as-file.ts'
import { showFarewell } from './kit/toast.tsx'

type Props = { because: SessionEnd; email: string }

/**
 * The session was ended on another device, or with the account: what is here goes. Where the server has everything it
 * goes at once; what it has not got is named before, and can be saved as a file (D18, rule SI10).
 */
export function SessionEnded({ because, email }: Props) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const [unsynced, setUnsynced] = useState<Unsynced | null>(null)
  const [asked, setAsked] = useState(0)
  const [isLeaving, setLeaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function leave() {
    setFailed(false)
    setLeaving(true)
    const left = await forgetUser()
    setLeaving(false)
    if (left.kind === 'failed') return setFailed(true)
    showFarewell(because === 'account-deleted' ? t('ended.deleted') : t('ended.revoked'))
    void navigate('/signin')
  }

  const decide = useEffectEvent((found: Unsynced | null) => {
    if (found === null || found.count === 0) void leave()
    else setUnsynced(found)
  })
  useEffect(() => {
    const store = currentStore.get()
    void Promise.resolve(store && unsyncedOf(store)).then(decide)
  }, [])

  if (unsynced === null) return null
  const { changes, refused, messages } = unsynced

  function save() {
    const text = JSON.stringify({ ...unsynced?.file, email }, null, 2)
    saveAsFile('dacapo-unsynced.json', new Blob([text], { type: 'application/json' }))
    setSaved(true)
  }

  return (
    <AlertDialog
      // A browser that closes it all the same has it opened again: this is no question that can be left open.
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
      {refused > 0 && <p>{t('ended.refused', { count: refused })}</p>}
      {messages > 0 && <p>{t('ended.messages', { count: messages })}</p>}
      <p role="status">{isSaved && t('ended.saved')}</p>
      {hasFailed && <DialogFault>{common('toast.error')}</DialogFault>}
    </AlertDialog>
  )
}
