import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { waitSecondsOf, type RequestFailure } from '#web/api/send-request.ts'
import { deleteAccount } from '#web/identity/sign-out.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { confirmSignIn, requestSignInLink } from '#web/identity/sign-in.ts'
import type { User } from '#web/identity/sign-in-state.ts'
import { currentLanguage } from '#web/language/language.ts'

/**
 * Step of the dialog for deleting the account. In 'word', the user types the confirmation word. If the last sign-in is
 * too old, 'mail' follows to request a code and 'code' to enter it.
 */
export type DeletionStep = 'word' | 'mail' | 'code'

/**
 * Reason why deleting the account failed, as part of the translation key of the error message. 'payment' means that the
 * subscription could not be canceled, 'mail' that the code could not be sent, and 'tooMany' that there were too many
 * attempts.
 */
export type DeletionFault = 'offline' | 'wrongCode' | 'payment' | 'mail' | 'tooMany' | 'failed'

/**
 * Returns the current step of the dialog that deletes the account, the error to show or null, and the functions of its
 * buttons (rules DA7, DA9).
 */
export function useAccountDeletion(user: User) {
  const { t } = useTranslation('account')
  const identity = useIdentity()
  const [step, setStep] = useState<DeletionStep>('word')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<DeletionFault | null>(null)
  const [waitSeconds, setWaitSeconds] = useState(0)

  async function whileBusy(work: () => Promise<DeletionFault | null>) {
    // Removed before the retry, so that the same text is announced again.
    setFault(null)
    setBusy(true)
    setFault(await work())
    setBusy(false)
  }

  function faultOf(problem: RequestFailure): DeletionFault {
    setWaitSeconds(waitSecondsOf(problem))
    return classifyDeletionFailure(problem)
  }

  async function remove(): Promise<DeletionFault | null> {
    const problem = await deleteAccount(identity, user.id, currentLanguage(), t('deletion.farewell'))
    if (problem.kind === 'problem' && problem.code === 'fresh-session-required') {
      setStep('mail')
      return null
    }
    return faultOf(problem)
  }

  async function sendCode(): Promise<DeletionFault | null> {
    const asked = await requestSignInLink(user.email, currentLanguage())
    if (asked.kind === 'failed') return faultOf(asked.problem)
    setStep('code')
    return null
  }

  async function proveAndRemove(code: string): Promise<DeletionFault | null> {
    const confirmed = await confirmSignIn(identity, { email: user.email, code })
    return confirmed.kind === 'signed-in' ? remove() : faultOf(confirmed.problem)
  }

  return {
    step,
    isBusy,
    fault,
    waitSeconds,
    remove: () => void whileBusy(remove),
    sendCode: () => void whileBusy(sendCode),
    proveAndRemove: (code: string) => void whileBusy(() => proveAndRemove(code)),
  }
}

function classifyDeletionFailure(problem: RequestFailure): DeletionFault {
  if (problem.kind === 'offline') return 'offline'
  if (problem.kind !== 'problem') return 'failed'
  switch (problem.code) {
    // A malformed code is reported like a wrong one.
    case 'link-invalid':
    case 'link-used':
    case 'validation':
      return 'wrongCode'
    case 'payment-provider-failed':
      return 'payment'
    case 'mail-failed':
      return 'mail'
    case 'too-many-requests':
      return 'tooMany'
    default:
      return 'failed'
  }
}
