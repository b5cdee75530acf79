import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import { postPortalSession } from '#web/api/account-calls.ts'
import { useIdentity, useUser } from '#web/identity/user-identity.ts'
import { Button } from '#web/kit/button.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'

/**
 * Renders the button that opens the page at Stripe on which the user manages the subscription. Shows an error toast if
 * the page cannot be opened (decision D10).
 */
export function ManageSubscriptionButton() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const [isOpening, setOpening] = useState(false)
  const identity = useIdentity()
  const user = useUser()

  async function open() {
    if (user === null) return
    setOpening(true)
    const portal = await postPortalSession(user.id)
    // Stays busy until the other page is loaded.
    if (portal.kind === 'portal') return location.assign(portal.url)
    setOpening(false)
    if (portal.kind !== 'problem' || portal.status !== 401) return showError(common('toast.error'))
    showError(t('plan.signInAgain', { email: user.email }), {
      label: common('sync.signInAgain'),
      run: () => navigate('/signin'),
    })
    void identity.refresh()
  }

  return (
    <Button busy={isOpening} onClick={() => void open()}>
      {t('plan.manage')}
    </Button>
  )
}
