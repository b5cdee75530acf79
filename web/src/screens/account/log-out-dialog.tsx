import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { signOut } from '#web/identity/sign-out.ts'
import { AlertDialog } from '#web/kit/dialog.tsx'
import { showError, showFarewell } from '#web/kit/toast.tsx'
import { useSyncState } from '#web/store/sync-state.ts'

/** Asks before signing out, and says how many changes the server has not got yet: they go with the local copy. */
export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const { waiting } = useSyncState()
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    const left = await signOut()
    if (left.kind === 'signed-out') {
      showFarewell(common('toast.signedOut'))
      return navigate('/signin')
    }
    setLeaving(false)
    onClose()
    showError(common('toast.error'))
  }

  return (
    <AlertDialog
      title={t('logOutQuestion')}
      confirm={t('logOut')}
      keep={t('stay')}
      danger={waiting > 0}
      busy={isLeaving}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <p>{waiting === 0 ? t('allSaved') : t('wouldBeLost', { count: waiting })}</p>
    </AlertDialog>
  )
}
