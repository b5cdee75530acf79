import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { postPortal } from '#web/api/billing-calls.ts'
import { Button } from '#web/kit/button.tsx'
import { showError } from '#web/kit/toast.tsx'
import { usePageReturn } from '#web/kit/use-page-return.ts'

/** Leads to the payment provider's page for the subscription; where that fails the generic error toast says so (D10). */
export function ManageSubscription() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const [isOpening, setOpening] = useState(false)
  usePageReturn(() => setOpening(false))

  async function open() {
    setOpening(true)
    const portal = await postPortal()
    // Busy until the other page is there.
    if (portal.kind === 'portal') return location.assign(portal.url)
    setOpening(false)
    showError(common('toast.error'))
  }

  return (
    <Button busy={isOpening} onClick={() => void open()}>
      {t('plan.manage')}
    </Button>
  )
}
