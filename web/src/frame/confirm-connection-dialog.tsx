import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROVIDER_DISPLAY_NAMES } from '#core/protocol/social-provider.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import {
  declineConnection,
  getSignInMethods,
  acceptConnection,
  type PendingConnectionResponse,
} from '#web/api/sign-ins-call.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { noteProviderConnected } from '#web/identity/pending-provider-connection.ts'
import { currentLanguage } from '#web/language/language.ts'
import { DialogError } from '#web/kit/dialog-error.tsx'
import { AlertDialog } from '#web/kit/dialog.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'

/**
 * Renders a dialog that asks whether an account at a social provider may become a sign-in method of the user. The user
 * has just signed in at the provider with this account (rule SG22). Renders nothing until the server has named the
 * account.
 */
export function ConfirmConnectionDialog({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const identity = useIdentity()
  const [pending, setPending] = useState<PendingConnectionResponse | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)

  useEffect(() => {
    let isGone = false
    void getSignInMethods(userId).then(answer => {
      if (!isGone && answer.kind === 'sign-ins') setPending(answer.pending)
    })
    return () => {
      isGone = true
    }
  }, [userId])

  if (pending === null) return null
  const provider = PROVIDER_DISPLAY_NAMES[pending.provider]

  async function connect(key: string) {
    setFault(null)
    setBusy(true)
    const answer = await acceptConnection(userId, key, currentLanguage())
    setBusy(false)
    if (answer.kind !== 'done') return setFault(faultOf(answer))
    noteProviderConnected(identity)
    showSuccess(t('signIns.connected'))
  }

  function decline() {
    // If the request fails, the next visit asks again. Nothing is connected without consent.
    void declineConnection(userId)
    identity.hasPendingProviderConnection.set(false)
  }

  return (
    <AlertDialog
      title={t('signIns.asking.question', { provider })}
      keep={t('signIns.asking.keep')}
      confirm={t('signIns.asking.confirm')}
      busy={isBusy}
      onConfirm={() => void connect(pending.key)}
      onClose={decline}
    >
      <p>
        <Sentence
          text={
            pending.email === null
              ? t('signIns.asking.textNameless', { provider })
              : t('signIns.asking.text', { provider, email: pending.email })
          }
        />
      </p>
      <p>{t('signIns.asking.unknown')}</p>
      {fault !== null && <DialogError>{t(`signIns.asking.fault.${fault}`)}</DialogError>}
    </AlertDialog>
  )
}

type Fault = 'offline' | 'taken' | 'gone' | 'fresh' | 'failed'

function faultOf(failure: RequestFailure): Fault {
  if (failure.kind === 'offline') return 'offline'
  switch (failure.kind === 'problem' ? failure.code : null) {
    case 'sign-in-taken':
      return 'taken'
    case 'not-found':
      return 'gone'
    case 'fresh-session-required':
      return 'fresh'
    default:
      return 'failed'
  }
}
