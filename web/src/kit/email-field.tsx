import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_EMAIL, SHORTEST_EMAIL } from '#core/sign-in.ts'
import { emailFault } from './email-rules.ts'
import { TextField } from './field.tsx'

export type EmailField = {
  value: string
  change: (value: string) => void
  /** Looks at the value and shows what is wrong with it; tells whether it may be sent. */
  check: () => boolean
  error: string | undefined
}

/** The state of one email field: judged when it is left and when it is sent, then with every key until it is right. */
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
  /** A failure that is not the value's fault, such as a mail that could not be sent. */
  failure?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

/** The input of an email field, as the sign-in screens show it. */
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
      minLength={SHORTEST_EMAIL}
      maxLength={LONGEST_EMAIL}
      placeholder="clara@example.org"
      value={field.value}
      error={field.error ?? failure}
      onChange={event => field.change(event.target.value)}
      onBlur={field.check}
    />
  )
}
