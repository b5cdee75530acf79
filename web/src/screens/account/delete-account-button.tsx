import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { User } from '#web/identity/sign-in-state.ts'
import { Button } from '#web/kit/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import styles from './delete-account-button.module.css'

/** Renders the button that opens the dialog to delete the account. */
export function DeleteAccountButton({ user, stripeRole }: { user: User; stripeRole: StripeRoleOrUnknown }) {
  const { t } = useTranslation('account')
  const [isAsking, setAsking] = useState(false)

  return (
    <>
      <Button variant="bare" className={styles.delete} onClick={() => setAsking(true)}>
        {t('deletion.open')}
      </Button>
      {isAsking && (
        <DeleteAccountDialog user={user} stripeRole={stripeRole} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
