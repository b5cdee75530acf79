import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import { postPlanRefresh } from '#web/api/account-calls.ts'
import { useIdentity, useUser, type UserIdentity } from '#web/identity/user-identity.ts'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'
import { sleep } from '#web/concurrency/waiting.ts'

// A payment may be confirmed shortly after the redirect back.
const ASKED_AGAIN_AFTER_MS = [0, 1000, 2000]

/**
 * Shows a toast once if the user has returned from Stripe's checkout page to `/account?checkout=done`. Before that,
 * asks Stripe for the user's plan up to three times, so that Pro is active immediately even if Stripe notifies the
 * server late. The toast says whether Pro is active or the payment is still being processed (rule BI18).
 */
export function useCheckoutReturnMessage(): void {
  const { t } = useTranslation('account')
  const { pathname, search } = useLocation()
  const identity = useIdentity()
  const userId = useUser()?.id ?? null
  const hasThanked = useRef(false)
  const returned = new URLSearchParams(search).get('checkout')

  useEffect(() => {
    if (returned === null || userId === null || hasThanked.current) return
    hasThanked.current = true
    // A reload must not show the message again.
    navigate(pathname, { replace: true })
    if (returned !== 'done') return
    void proHasCome(identity, userId).then(isPro =>
      showSuccess(isPro ? t('plan.welcome') : t('plan.underWay')),
    )
  }, [returned, userId, pathname, t, identity])
}

async function proHasCome(identity: UserIdentity, userId: string): Promise<boolean> {
  for (const wait of ASKED_AGAIN_AFTER_MS) {
    await sleep(wait)
    if ((await postPlanRefresh(userId)) === 'pro') {
      await identity.refresh()
      return true
    }
  }
  return false
}
