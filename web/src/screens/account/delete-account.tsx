import { useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { Button } from '#web/kit/button.tsx'
import styles from './account.module.css'
import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'
import { extractSignInCodeDigits } from '#web/kit/fields/code-digits.ts'
import { DialogError, ConfirmDialog } from '#web/kit/dialog.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { TextField } from '#web/kit/fields/field.tsx'
import { useSyncState } from '#web/store/library-services.ts'
import { retryWaitSeconds, type RequestFailure } from '#web/api/send-request.ts'
import { deleteAccount } from '#web/identity/sign-out.ts'
import { useIdentityService, type User } from '#web/identity/identity-service.ts'
import { confirmSignIn, requestSignInLink } from '#web/identity/sign-in.ts'
import { getCurrentLanguage } from '#web/language/language.ts'

export function DeleteAccountButton({ user, stripeRole }: Props) {
  const { t } = useTranslation('account')
  const [isAsking, setAsking] = useState(false)

  return (
    <>
      <Button variant="danger" className={styles.delete} onClick={() => setAsking(true)}>
        {t('deletion.open')}
      </Button>
      {isAsking && (
        <DeleteAccountDialog user={user} stripeRole={stripeRole} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

type Props = { user: User; stripeRole: StripeRoleOrUnknown }

function DeleteAccountDialog({ user, stripeRole, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('account')
  const { step, problem, remove, sendCode, proveAndRemove } = useAccountDeletion(user)
  const input = useRef<HTMLInputElement>(null)
  const [word, setWord] = useState('')
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { waiting: changes } = useSyncState()

  const wanted = t('deletion.word')
  // Case-insensitive, because the intent is clear.
  const isWord = word.trim().toLocaleUpperCase() === wanted.toLocaleUpperCase()

  useEffect(() => {
    if (step === 'code') input.current?.focus()
  }, [step])

  function go() {
    if (step === 'mail') return sendCode()
    const isComplete = step === 'word' ? isWord : code.length === SIGN_IN_CODE_LENGTH
    setIncomplete(!isComplete)
    if (!isComplete) return input.current?.focus()
    return step === 'word' ? remove() : proveAndRemove(code)
  }

  function type(typed: string) {
    setIncomplete(false)
    if (step === 'word') setWord(typed)
    else setCode(extractSignInCodeDigits(typed))
  }

  return (
    <ConfirmDialog
      title={t(step === 'word' ? 'deletion.question' : 'deletion.prove')}
      confirm={t(step === 'mail' ? 'deletion.sendCode' : 'deletion.confirm')}
      keep={t('deletion.keep')}
      danger={step !== 'mail'}
      onConfirm={go}
      onClose={onClose}
    >
      {step === 'word' && (
        <>
          <p>{t('deletion.atOnce')}</p>
          <ul className={styles.goes}>
            <li>{t('deletion.library')}</li>
            {stripeRole === 'pro' && <li>{t('deletion.subscription')}</li>}
            {changes > 0 && <li>{t('deletion.unsynced', { count: changes })}</li>}
            <li>{t('deletion.rest')}</li>
          </ul>
          <p>
            <a className={styles.copy} href="/api/v1/account/export" download>
              {t('deletion.copy')}
            </a>
          </p>
          <TextField
            key="word"
            ref={input}
            label={t('deletion.typeWord', { word: wanted })}
            name="word"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            value={word}
            error={isIncomplete ? t('deletion.wordMissing', { word: wanted }) : undefined}
            onChange={event => type(event.target.value)}
          />
        </>
      )}
      {/* The title and the question have changed while the focus stays: that has to be said. */}
      {step === 'mail' && (
        <p role="alert">
          <PartlyTranslated emphasis text={t('deletion.whyProve', { email: user.email })} />
        </p>
      )}
      {step === 'code' && (
        <>
          <p>
            <PartlyTranslated emphasis text={t('deletion.codeSent', { email: user.email })} />
          </p>
          <TextField
            key="code"
            ref={input}
            label={t('deletion.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={isIncomplete ? t('deletion.codeIncomplete') : undefined}
            onChange={event => type(event.target.value)}
          />
        </>
      )}
      {problem !== null && (
        <DialogError>
          {t(`deletion.fault.${faultOf(problem)}`, { seconds: retryWaitSeconds(problem) })}
        </DialogError>
      )}
    </ConfirmDialog>
  )
}

function useAccountDeletion(user: User) {
  const { t } = useTranslation('account')
  const identity = useIdentityService()
  const [step, setStep] = useState<'word' | 'mail' | 'code'>('word')
  const [problem, setProblem] = useState<RequestFailure | null>(null)

  async function run(work: Promise<RequestFailure | null>) {
    // Removed before the retry, so that the same text is announced again.
    setProblem(null)
    setProblem(await work)
  }

  async function remove(): Promise<RequestFailure | null> {
    const failure = await deleteAccount(identity, user.id, getCurrentLanguage(), t('deletion.farewell'))
    if (failure.kind !== 'problem' || failure.code !== 'fresh-session-required') return failure
    setStep('mail')
    return null
  }

  async function sendCode() {
    const asked = await requestSignInLink(user.email, getCurrentLanguage())
    if (asked.kind === 'failed') return asked.problem
    setStep('code')
    return null
  }

  async function proveAndRemove(code: string) {
    const confirmed = await confirmSignIn(identity, { email: user.email, code })
    return confirmed.kind === 'signed-in' ? remove() : confirmed.problem
  }

  return {
    step,
    problem,
    remove: () => run(remove()),
    sendCode: () => run(sendCode()),
    proveAndRemove: (code: string) => run(proveAndRemove(code)),
  }
}

function faultOf(problem: RequestFailure) {
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
