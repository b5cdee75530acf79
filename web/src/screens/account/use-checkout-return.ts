import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { postRefresh } from '#web/api/billing-calls.ts'
import { checkSession } from '#web/identity/session-state.ts'
import { useSession } from '#web/identity/use-session.ts'
import { showSuccess } from '#web/kit/toast.tsx'

// A payment that is confirmed a moment after the page has sent its payer back.
const ASKED_AGAIN_AFTER_MS = [0, 1000, 2000]

/**
 * What the pay page says on the way back, `/account?checkout=done`: the server asks the payment provider itself, so
 * that Pro shows at once, also where its notice comes late or never (rule AC10).
 */
export function useCheckoutReturn(): void {
  const { t } = useTranslation('account')
  const [search, setSearch] = useSearchParams()
  const session = useSession()
  const userId = session.kind === 'signed-in' ? session.user.id : null
  const hasThanked = useRef(false)
  const returned = search.get('checkout')

  useEffect(() => {
    if (returned === null || userId === null || hasThanked.current) return
    hasThanked.current = true
    // A reload must not thank again.
    setSearch({}, { replace: true })
    if (returned !== 'done') return
    void proHasCome(userId).then(isPro => showSuccess(isPro ? t('plan.welcome') : t('plan.underWay')))
  }, [returned, userId, setSearch, t])
}

async function proHasCome(userId: string): Promise<boolean> {
  for (const wait of ASKED_AGAIN_AFTER_MS) {
    await new Promise(resolve => setTimeout(resolve, wait))
    if ((await postRefresh(userId)) === 'pro') {
      await checkSession()
      return true
    }
  }
  return false
}
