import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROVIDER_DISPLAY_NAMES, type SocialProvider } from '#core/protocol/sign-in.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { deleteProviderConnection } from '#web/api/account-calls.ts'
import { currentLanguage } from '#web/language/language.ts'
import { DialogError, AlertDialog } from '#web/kit/dialog.tsx'

type Props = {
  userId: string
  provider: SocialProvider
  onRemoved: () => void
  onClose: () => void
}

/**
 * Renders a dialog that asks for confirmation before removing a social provider, such as Google, from the user's
 * sign-in methods.
 */
export function RemoveSignInDialog({ userId, provider, onRemoved, onClose }: Props) {
  const { t } = useTranslation('account')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const name = { provider: PROVIDER_DISPLAY_NAMES[provider] }

  async function remove() {
    setFault(null)
    setBusy(true)
    const answer = await deleteProviderConnection(userId, provider, currentLanguage())
    setBusy(false)
    if (answer.kind === 'done') onRemoved()
    else setFault(faultOf(answer))
  }

  return (
    <AlertDialog
      title={t('signIns.removing.question', name)}
      keep={t('signIns.removing.keep')}
      confirm={t('signIns.removing.confirm')}
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t('signIns.removing.text', name)}</p>
      {fault !== null && <DialogError>{t(`signIns.removing.fault.${fault}`)}</DialogError>}
    </AlertDialog>
  )
}

type Fault = 'offline' | 'last' | 'fresh' | 'failed'

function faultOf(failure: RequestFailure): Fault {
  if (failure.kind === 'offline') return 'offline'
  switch (failure.kind === 'problem' ? failure.code : null) {
    case 'last-sign-in':
      return 'last'
    case 'fresh-session-required':
      return 'fresh'
    default:
      return 'failed'
  }
}
