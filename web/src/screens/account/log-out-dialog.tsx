import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { signOut } from '#web/identity/sign-out.ts'
import { DialogFault } from '#web/kit/dialog-fault.tsx'
import { AlertDialog } from '#web/kit/dialog.tsx'
import { showFarewell } from '#web/kit/toast.tsx'
import { useSyncState } from '#web/store/sync-state.ts'

type Props = {
  /** Words to the operator that wait. */
  letters: number
  onClose: () => void
}

/** Asks before signing out, and says what the server has not got yet: it goes with the local copy. */
export function LogOutDialog({ letters, onClose }: Props) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  // What another tab has sent or written meanwhile counts.
  const { waiting: changes, refused, kind } = useSyncState()
  const lost = changes + refused + letters
  const [isLeaving, setLeaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function leave() {
    setFailed(false)
    setLeaving(true)
    const left = await signOut()
    if (left.kind === 'signed-out') {
      showFarewell(common('toast.signedOut'))
      return navigate('/signin')
    }
    setLeaving(false)
    setFailed(true)
  }

  return (
    <AlertDialog
      title={t('logOutQuestion')}
      confirm={t('logOut')}
      keep={t('stay')}
      danger={lost > 0}
      busy={isLeaving}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      {lost === 0 && <p>{t('allSaved')}</p>}
      {kind === 'offline' && <p>{t('logOutUnheard')}</p>}
      {changes > 0 && <p>{t('wouldBeLost', { count: changes })}</p>}
      {refused > 0 && <p>{t('refusedWouldBeLost', { count: refused })}</p>}
      {letters > 0 && <p>{t('lettersWouldBeLost', { count: letters })}</p>}
      {hasFailed && <DialogFault>{common('toast.error')}</DialogFault>}
    </AlertDialog>
  )
}
