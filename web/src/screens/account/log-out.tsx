import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIdentityService } from '#web/identity/identity-service.ts'
import { sendChangesBeforeSignOut, signOut } from '#web/identity/sign-out.ts'
import { Button } from '#web/kit/button.tsx'
import styles from './account.module.css'
import { DialogError, ConfirmDialog } from '#web/kit/dialog.tsx'
import { useSyncState } from '#web/store/library-services.ts'

export function LogOutButton() {
  const { t } = useTranslation('account')
  const identity = useIdentityService()
  const [isAsking, setAsking] = useState(false)

  async function ask() {
    await sendChangesBeforeSignOut(identity)
    setAsking(true)
  }

  return (
    <>
      <Button variant="bare" icon="leave" className={styles.bare} onClick={ask}>
        {t('logOut')}
      </Button>
      {isAsking && <LogOutDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function LogOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const identity = useIdentityService()
  // Live, because another tab may sync or record changes meanwhile.
  const { waiting: changes, rejected, kind } = useSyncState()
  const lost = changes + rejected
  const [hasFailed, setFailed] = useState(false)

  async function leave() {
    setFailed(false)
    await signOut(identity, common('toast.signedOut'))
    setFailed(true)
  }

  return (
    <ConfirmDialog
      title={t('logOutQuestion')}
      confirm={t('logOut')}
      keep={t('stay')}
      danger={lost > 0}
      onConfirm={leave}
      onClose={onClose}
    >
      {lost === 0 && <p>{t('allSaved')}</p>}
      {kind === 'offline' && <p>{t('logOutUnheard')}</p>}
      {changes > 0 && <p>{t('wouldBeLost', { count: changes })}</p>}
      {rejected > 0 && <p>{t('rejectedWouldBeLost', { count: rejected })}</p>}
      {hasFailed && <DialogError />}
    </ConfirmDialog>
  )
}
