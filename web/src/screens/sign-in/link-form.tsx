import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentSignInLink } from '#web/identity/sign-in.ts'
import { requestSignInLink } from '#web/identity/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { SignInCoverHeading } from '#web/kit/cover.tsx'
import { EmailInput, useEmailField } from '#web/kit/fields/email-field.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { currentLanguage } from '#web/language/language.ts'
import { signInFailureOf, type SignInFailure } from './sign-in-failure.ts'
import styles from './sign-in.module.css'

type Props = {
  /** Initial value of the field. */
  initial: string
  onSent: (sent: SentSignInLink) => void
  /**
   * Counts how often the field gets the focus: because the user wants to use another address, comes from the try-out or
   * cannot sign in otherwise. 0 leaves the focus where it is.
   */
  focusCount: number
}

/** Renders the form in which the user enters an email address and requests a sign-in link. */
export function RequestLinkForm({ initial, onSent, focusCount }: Props) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const email = useEmailField(initial)
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  useEffect(() => {
    if (focusCount === 0) return
    input.current?.focus()
    // Selected, so that typing replaces the address; a press or an arrow key edits it.
    input.current?.select()
  }, [focusCount])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setFailure(null)
    if (!email.check()) return input.current?.focus()
    setSending(true)
    const asked = await requestSignInLink(email.value.trim(), currentLanguage())
    setSending(false)
    if (asked.kind === 'sent') return onSent(asked.sent)
    const known = signInFailureOf(asked.problem, 'address')
    if (known?.key !== 'failure.foreignOrigin') showError(common('toast.error'))
    setFailure(known)
  }

  return (
    // method: pressed before the code has loaded (rule HT93), the button must not put the address into the URL.
    <form className={styles.form} method="dialog" noValidate onSubmit={event => void send(event)}>
      <SignInCoverHeading hidden>{t('title')}</SignInCoverHeading>
      <EmailInput
        ref={input}
        field={email}
        label={t('email')}
        failure={failure === null ? undefined : t(failure.key, failure)}
      />
      <Button type="submit" variant="main" size="wide" className={styles.cta} busy={isSending}>
        {t('send')}
      </Button>
    </form>
  )
}
