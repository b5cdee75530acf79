import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROVIDER_NAME } from '#core/protocol/social-provider.ts'
import type { Failure } from '#web/api/send-request.ts'
import { declineConnection, getSignIns, postConnection, type PendingAnswer } from '#web/api/sign-ins-call.ts'
import {
  connectionCount,
  hasPendingConnection,
  readPendingSignInMark,
} from '#web/identity/pending-sign-in.ts'
import { currentLanguage } from '#web/language/language.ts'
import { DialogError } from '#web/kit/dialog-error.tsx'
import { AlertDialog } from '#web/kit/dialog.tsx'
import { showSuccess } from '#web/kit/show-toast.tsx'

/** Asks before an account at a provider, in which this browser has just signed in, becomes a way in (rule SG22). */
export function ConnectQuestion({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const [pending, setPending] = useState<PendingAnswer | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)

  useEffect(() => {
    let isGone = false
    void getSignIns(userId).then(answer => {
      if (!isGone && answer.kind === 'sign-ins') setPending(answer.pending)
    })
    return () => {
      isGone = true
    }
  }, [userId])

  if (pending === null) return null
  const provider = PROVIDER_NAME[pending.provider]

  async function connect(key: string) {
    setFault(null)
    setBusy(true)
    const answer = await postConnection(userId, key, currentLanguage())
    setBusy(false)
    if (answer.kind !== 'done') return setFault(faultOf(answer))
    connectionCount.set(connectionCount.get() + 1)
    readPendingSignInMark()
    showSuccess(t('signIns.connected'))
  }

  function decline() {
    // Where the server does not hear it, the next visit asks once more; nothing is connected without a yes.
    void declineConnection(userId)
    hasPendingConnection.set(false)
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
        {pending.email === null
          ? t('signIns.asking.textNameless', { provider })
          : t('signIns.asking.text', { provider, email: pending.email })}
      </p>
      <p>{t('signIns.asking.unknown')}</p>
      {fault !== null && <DialogError>{t(`signIns.asking.fault.${fault}`)}</DialogError>}
    </AlertDialog>
  )
}

type Fault = 'offline' | 'taken' | 'gone' | 'fresh' | 'failed'

function faultOf(failure: Failure): Fault {
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
