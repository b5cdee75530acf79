import { useRef, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { SignInCoverHeading } from '#web/kit/cover.tsx'
import { EmailInput, useEmailField } from '#web/kit/fields/email-field.tsx'
import styles from './confirm.module.css'

type Props = {
  initial: string
  /** Whether the server rejected the previous address as invalid. */
  isRefused: boolean
  onEmail: (email: string) => void
}

/**
 * Renders a form that asks for the email address to which the sign-in link was sent, if this browser does not know the
 * address (spec 5).
 */
export function AskEmailForm({ initial, isRefused, onEmail }: Props) {
  const { t } = useTranslation('sign-in')
  const email = useEmailField(initial)
  const input = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (email.check()) onEmail(email.value.trim())
    else input.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <SignInCoverHeading>{t('confirm.ask')}</SignInCoverHeading>
      {!isRefused && <p className={styles.why}>{t('confirm.why')}</p>}
      <EmailInput
        ref={input}
        field={email}
        label={t('email')}
        failure={isRefused ? t('failure.emailRefused') : undefined}
      />
      <Button type="submit" variant="main" size="wide" className={styles.cta}>
        {t('confirm.confirm')}
      </Button>
    </form>
  )
}
