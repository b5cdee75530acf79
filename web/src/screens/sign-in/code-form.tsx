import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import { SIGN_IN_CODE_LENGTH, MAX_CODE_ATTEMPTS } from '#core/protocol/sign-in.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { isCodeExpired, type SentSignInLink } from '#web/identity/sent-link.ts'
import { confirmSignIn } from '#web/identity/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { extractCodeDigits } from '#web/kit/fields/code-digits.ts'
import { TextField } from '#web/kit/fields/field.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { signInFailureTextKey, type SignInFailureTextKey } from './sign-in-failure-text-key.ts'
import styles from './sign-in.module.css'

type CodeFaultTextKey = `code.${'incomplete' | 'wrong' | 'tooOld' | 'usedElsewhere'}`

type Props = { sent: SentSignInLink; isUsedUp: boolean; onWrong: () => void }

/**
 * Renders the form for the six-digit code from the sign-in mail, for users who cannot open the link in this browser.
 */
export function SignInCodeForm({ sent, isUsedUp, onWrong }: Props) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const identity = useIdentity()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isChecking, setChecking] = useState(false)
  // Stores a key and not the text, because another tab may change the language.
  const [fault, setFault] = useState<CodeFaultTextKey | SignInFailureTextKey | null>(null)

  // Typing the last digit does not submit: a change of context needs the button (WCAG 3.2.2).
  function type(typed: string) {
    setCode(extractCodeDigits(typed))
    setFault(null)
  }

  async function check(digits: string) {
    if (isChecking) return
    if (digits.length < SIGN_IN_CODE_LENGTH) {
      setFault('code.incomplete')
      return input.current?.focus()
    }
    setChecking(true)
    const confirmed = await confirmSignIn(identity, { email: sent.email, code: digits })
    setChecking(false)
    if (confirmed.kind === 'signed-in') return navigate('/practice')
    const { problem } = confirmed
    if (problem.kind === 'problem' && problem.code === 'link-used') return setFault('code.usedElsewhere')
    if (problem.kind === 'problem' && problem.code === 'link-invalid') {
      input.current?.select()
      if (isCodeExpired(sent)) return setFault('code.tooOld')
      onWrong()
      return setFault('code.wrong')
    }
    showError(common('toast.error'))
    setFault(signInFailureTextKey(problem, 'code'))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void check(code)
  }

  if (isUsedUp) return <UsedUp />

  return (
    <form className={styles.codeRow} noValidate onSubmit={submit}>
      <TextField
        ref={input}
        look="cover"
        label={t('code.label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="······"
        value={code}
        error={fault === null ? undefined : t(fault, { count: MAX_CODE_ATTEMPTS - sent.wrongCodes })}
        className={styles.codeField}
        inputClassName={styles.code}
        onChange={event => type(event.target.value)}
      />
      <Button type="submit" variant="main" className={styles.cta} busy={isChecking}>
        {t('code.signIn')}
      </Button>
    </form>
  )
}

/** Replaces the form after too many wrong codes, and takes its focus. */
function UsedUp() {
  const { t } = useTranslation('sign-in')
  const words = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus()
  }, [])

  return (
    <p ref={words} tabIndex={-1} className={styles.alarm} role="alert">
      <Icon name="alert" />
      {t('code.usedUp')}
    </p>
  )
}
