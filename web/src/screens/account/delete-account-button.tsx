import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { User } from '#web/identity/use-session.ts'
import { Button } from '#web/kit/button.tsx'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import styles from './delete-account-button.module.css'

/** Renders the button that opens the dialog to delete the account. */
export function DeleteAccountButton({ user, stripeRole }: { user: User; stripeRole: StripeRoleOrUnknown }) {
  const { t } = useTranslation('account')
  const device = useDeviceLibrary()
  const [asking, setAsking] = useState<{ letters: number } | null>(null)

  async function ask() {
    setAsking({ letters: (await device.store.get()?.feedbackQueue.count()) ?? 0 })
  }

  return (
    <>
      <Button variant="bare" className={styles.delete} onClick={() => void ask()}>
        {t('deletion.open')}
      </Button>
      {asking && (
        <DeleteAccountDialog
          user={user}
          stripeRole={stripeRole}
          letters={asking.letters}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
