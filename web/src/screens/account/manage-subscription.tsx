import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { postPortal } from '#web/api/billing-calls.ts'
import { checkSession } from '#web/identity/session-state.ts'
import { useSession } from '#web/identity/use-session.ts'
import { Button } from '#web/kit/button.tsx'
import { showError } from '#web/kit/toast.tsx'
import { usePageReturn } from '#web/kit/use-page-return.ts'

/** Leads to the payment provider's page for the subscription; where that fails a toast says so (D10). */
export function ManageSubscription() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const [isOpening, setOpening] = useState(false)
  const navigate = useNavigate()
  const session = useSession()
  const user = session.kind === 'signed-in' ? session.user : null
  usePageReturn(() => setOpening(false))

  async function open() {
    if (user === null) return
    setOpening(true)
    const portal = await postPortal(user.id)
    // Busy until the other page is there.
    if (portal.kind === 'portal') return location.assign(portal.url)
    setOpening(false)
    if (portal.kind !== 'problem' || portal.status !== 401) return showError(common('toast.error'))
    showError(t('plan.signInAgain', { email: user.email }), {
      label: common('sync.signInAgain'),
      run: () => void navigate('/signin'),
    })
    void checkSession()
  }

  return (
    <Button busy={isOpening} onClick={() => void open()}>
      {t('plan.manage')}
    </Button>
  )
}
