import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Failure } from '#web/api/request.ts'
import { deleteAccount } from '#web/identity/delete-account.ts'
import { confirmSignIn, requestSignInLink } from '#web/identity/sign-in.ts'
import type { User } from '#web/identity/use-session.ts'
import { showFarewell } from '#web/kit/toast.tsx'
import { language } from '#web/language/language.ts'

/**
 * What the dialog asks for: the word first; and where the sign-in is too old, whether to send a code, and the code.
 */
export type Step = 'word' | 'mail' | 'code'

/** Why it did not go on. */
export type Fault = 'offline' | 'wrongCode' | 'payment' | 'mail' | 'tooMany' | 'failed'

/** The way from the word to the deleted account (rules DA7, DA8, DA9). */
export function useDeletion(user: User) {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('word')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)

  async function whileBusy(work: () => Promise<Fault | null>) {
    // Taken away first, so that the same words are said a second time.
    setFault(null)
    setBusy(true)
    setFault(await work())
    setBusy(false)
  }

  async function remove(): Promise<Fault | null> {
    const deleted = await deleteAccount(user.id, language())
    if (deleted.kind === 'deleted') {
      showFarewell(t('deletion.farewell'))
      await navigate('/signin')
      return null
    }
    const { problem } = deleted
    if (problem.kind === 'problem' && problem.code === 'fresh-session-required') {
      setStep('mail')
      return null
    }
    return faultOf(problem)
  }

  async function sendCode(): Promise<Fault | null> {
    const asked = await requestSignInLink(user.email, language())
    if (asked.kind === 'failed') return faultOf(asked.problem)
    setStep('code')
    return null
  }

  async function proveAndRemove(code: string): Promise<Fault | null> {
    const confirmed = await confirmSignIn({ email: user.email, code })
    return confirmed.kind === 'signed-in' ? remove() : faultOf(confirmed.problem)
  }

  return {
    step,
    isBusy,
    fault,
    remove: () => void whileBusy(remove),
    sendCode: () => void whileBusy(sendCode),
    proveAndRemove: (code: string) => void whileBusy(() => proveAndRemove(code)),
  }
}

function faultOf(problem: Failure): Fault {
  if (problem.kind === 'offline') return 'offline'
  if (problem.kind !== 'problem') return 'failed'
  switch (problem.code) {
    // A code of another form is as wrong as another code.
    case 'link-invalid':
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
