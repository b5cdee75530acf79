import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'
import type { User } from '#web/identity/sign-in-state.ts'
import { extractCodeDigits } from '#web/kit/fields/code-digits.ts'
import { DialogError, AlertDialog } from '#web/kit/dialog.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { TextField } from '#web/kit/fields/field.tsx'
import { DeletionSummary } from './deletion-summary.tsx'
import { useAccountDeletion } from './use-account-deletion.ts'

type Props = {
  user: User
  stripeRole: StripeRoleOrUnknown
  onClose: () => void
}

/**
 * Renders a dialog that asks for confirmation before deleting the account. The user must type a confirmation word. If
 * the last sign-in is too old, the user must also enter a code that is sent by email (rule DA7).
 */
export function DeleteAccountDialog({ user, stripeRole, onClose }: Props) {
  const { t } = useTranslation('account')
  const { step, isBusy, fault, waitSeconds, remove, sendCode, proveAndRemove } = useAccountDeletion(user)
  const input = useRef<HTMLInputElement>(null)
  const [word, setWord] = useState('')
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)

  const wanted = t('deletion.word')
  // Case-insensitive, because the intent is clear.
  const isWord = word.trim().toLocaleUpperCase() === wanted.toLocaleUpperCase()
  const isCode = code.length === SIGN_IN_CODE_LENGTH

  useEffect(() => {
    if (step === 'code') input.current?.focus()
  }, [step])

  function go() {
    if (step === 'mail') return sendCode()
    const isComplete = step === 'word' ? isWord : isCode
    setIncomplete(!isComplete)
    if (!isComplete) return input.current?.focus()
    if (step === 'word') remove()
    else proveAndRemove(code)
  }

  function type(typed: string) {
    setIncomplete(false)
    if (step === 'word') setWord(typed)
    else setCode(extractCodeDigits(typed))
  }

  return (
    <AlertDialog
      title={t(step === 'word' ? 'deletion.question' : 'deletion.prove')}
      confirm={t(step === 'mail' ? 'deletion.sendCode' : 'deletion.confirm')}
      keep={t('deletion.keep')}
      danger={step !== 'mail'}
      busy={isBusy}
      onConfirm={go}
      onClose={onClose}
    >
      {step === 'word' && (
        <>
          <DeletionSummary stripeRole={stripeRole} />
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
          <Sentence emphasis text={t('deletion.whyProve', { email: user.email })} />
        </p>
      )}
      {step === 'code' && (
        <>
          <p>
            <Sentence emphasis text={t('deletion.codeSent', { email: user.email })} />
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
      {fault !== null && <DialogError>{t(`deletion.fault.${fault}`, { seconds: waitSeconds })}</DialogError>}
    </AlertDialog>
  )
}
