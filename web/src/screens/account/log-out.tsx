import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendWhatWaits, type Unsent } from '#web/identity/sign-out.ts'
import { Button } from '#web/kit/button.tsx'
import { LogOutDialog } from './log-out-dialog.tsx'
import styles from './account.module.css'

/** The way out: first one attempt to send what waits, then the question that says what would be lost (D15). */
export function LogOut() {
  const { t } = useTranslation('account')
  const [isSending, setSending] = useState(false)
  const [unsent, setUnsent] = useState<Unsent | null>(null)

  async function ask() {
    setSending(true)
    setUnsent(await sendWhatWaits())
    setSending(false)
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
      {unsent && <LogOutDialog unsent={unsent} onClose={() => setUnsent(null)} />}
    </>
  )
}
