import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { requestSignInLink } from '#web/identity/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { CoverHeading } from '#web/kit/cover.tsx'
import { EmailInput, useEmailField } from '#web/kit/email-field.tsx'
import { showError } from '#web/kit/toast.tsx'
import { language } from '#web/language/language.ts'
import { failureKey, type FailureKey } from './failure-key.ts'
import styles from './sign-in.module.css'

type Props = {
  onSent: (email: string) => void
  /** The form comes back because another address was asked for. */
  takesFocus: boolean
}

/** Asks for the address and has a link sent to it. */
export function LinkForm({ onSent, takesFocus }: Props) {
  const { t } = useTranslation('sign-in')
  const { t: common } = useTranslation()
  const email = useEmailField()
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<FailureKey | null>(null)

  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setFailure(null)
    if (!email.check()) return input.current?.focus()
    const address = email.value.trim()
    setSending(true)
    const asked = await requestSignInLink(address, language())
    setSending(false)
    if (asked.kind === 'sent') return onSent(address)
    showError(common('toast.error'))
    setFailure(failureKey(asked.problem))
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <CoverHeading hidden>{t('title')}</CoverHeading>
      <EmailInput
        ref={input}
        field={email}
        label={t('email')}
        failure={failure === null ? undefined : t(failure)}
      />
      <Button type="submit" variant="main" size="wide" className={styles.cta} busy={isSending}>
        {t('send')}
      </Button>
    </form>
  )
}
