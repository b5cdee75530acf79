import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import { SIGN_IN_CODE_LENGTH, MAX_CODE_ATTEMPTS } from '#core/protocol/sign-in.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { isCodeExpired, type SentSignInLink } from '#web/identity/sign-in.ts'
import { confirmSignIn } from '#web/identity/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { extractCodeDigits } from '#web/kit/fields/code-digits.ts'
import { TextField } from '#web/kit/fields/field.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { signInFailureOf, type SignInFailure } from './sign-in-failure.ts'
import styles from './sign-in.module.css'

type CodeFault = { key: `code.${'incomplete' | 'wrong' | 'tooOld' | 'usedElsewhere'}`; seconds: 0 }

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
  const [fault, setFault] = useState<CodeFault | SignInFailure | null>(null)

  // Typing the last digit does not submit: a change of context needs the button (WCAG 3.2.2).
  function type(typed: string) {
    setCode(extractCodeDigits(typed))
    setFault(null)
  }

  async function check(digits: string) {
    if (isChecking) return
    if (digits.length < SIGN_IN_CODE_LENGTH) {
      setFault({ key: 'code.incomplete', seconds: 0 })
      return input.current?.focus()
    }
    setChecking(true)
    const confirmed = await confirmSignIn(identity, { email: sent.email, code: digits })
    setChecking(false)
    if (confirmed.kind === 'signed-in') return navigate('/practice')
    const { problem } = confirmed
    if (problem.kind === 'problem' && problem.code === 'link-used')
      return setFault({ key: 'code.usedElsewhere', seconds: 0 })
    if (problem.kind === 'problem' && problem.code === 'link-invalid') {
      input.current?.select()
      if (isCodeExpired(sent)) return setFault({ key: 'code.tooOld', seconds: 0 })
      onWrong()
      return setFault({ key: 'code.wrong', seconds: 0 })
    }
    const known = signInFailureOf(problem, 'code')
    if (known?.key !== 'failure.foreignOrigin') showError(common('toast.error'))
    setFault(known)
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
        error={
          fault === null
            ? undefined
            : t(fault.key, { count: MAX_CODE_ATTEMPTS - sent.wrongCodes, seconds: fault.seconds })
        }
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
