import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_EMAIL_LENGTH, MIN_EMAIL_LENGTH } from '#core/protocol/sign-in.ts'
import { emailFault } from './email-rules.ts'
import { TextField } from './field.tsx'

/** The state of an email field and the functions that change and validate it, as `useEmailField` returns them. */
export type EmailField = {
  value: string
  change: (value: string) => void
  /** Validates the value and shows the error, if any. Returns true if the value is valid. */
  check: () => boolean
  error: string | undefined
}

/**
 * Returns the state of an email field. Validates the value when the field loses the focus and on submit, and after that
 * on every key.
 */
export function useEmailField(initial = ''): EmailField {
  const { t } = useTranslation()
  const [value, change] = useState(initial)
  const [isJudged, setJudged] = useState(false)
  const fault = emailFault(value)

  function check(): boolean {
    setJudged(true)
    return fault === null
  }

  return { value, change, check, error: isJudged && fault !== null ? t(`field.${fault}`) : undefined }
}

type Props = {
  field: EmailField
  label: string
  /** A failure that is not caused by the value, such as a mail that could not be sent. */
  failure?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

/** Renders an email field in the style of the sign-in screens. */
export function EmailInput({ field, label, failure, ref }: Props) {
  return (
    <TextField
      ref={ref}
      look="cover"
      type="email"
      name="email"
      label={label}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      minLength={MIN_EMAIL_LENGTH}
      maxLength={MAX_EMAIL_LENGTH}
      placeholder="clara@example.org"
      value={field.value}
      error={field.error ?? failure}
      onChange={event => field.change(event.target.value)}
      onBlur={field.check}
    />
  )
}
