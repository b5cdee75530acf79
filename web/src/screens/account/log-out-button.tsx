import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIdentity } from '#web/identity/user-identity.ts'
import { sendChangesBeforeSignOut } from '#web/identity/sign-out.ts'
import { Button } from '#web/kit/button.tsx'
import { LogOutDialog } from './log-out-dialog.tsx'
import styles from './account.module.css'

/**
 * Renders the sign-out button. A press first tries to send unsynced changes, for at most five seconds. It
 * then opens a dialog that asks for confirmation and lists the data that would be lost (decision D15).
 */
export function LogOutButton() {
  const { t } = useTranslation('account')
  const identity = useIdentity()
  const [isSending, setSending] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function ask() {
    setSending(true)
    await sendChangesBeforeSignOut(identity)
    setSending(false)
    setAsking(true)
  }

  return (
    <>
      <Button
        variant="danger"
        icon="leave"
        className={styles.logOut}
        busy={isSending}
        onClick={() => void ask()}
      >
        {t('logOut')}
      </Button>
      {isAsking && <LogOutDialog onClose={() => setAsking(false)} />}
    </>
  )
}
