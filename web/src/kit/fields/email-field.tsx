import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_EMAIL_LENGTH, MIN_EMAIL_LENGTH } from '#core/protocol/sign-in.ts'
import { TextField } from './field.tsx'

export function useEmailField(initial = '') {
  const { t } = useTranslation()
  const [value, change] = useState(initial)
  const [isJudged, setJudged] = useState(false)
  const fault = findEmailFault(value)

  function check(): boolean {
    setJudged(true)
    return fault === null
  }

  return { value, change, check, error: isJudged && fault !== null ? t(`field.${fault}`) : undefined }
}

type Props = {
  field: ReturnType<typeof useEmailField>
  label: string
  failure?: string | undefined
  isFailureOfAddress?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

export function EmailInput({ field, label, failure, isFailureOfAddress = true, ref }: Props) {
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
      aria-invalid={field.error !== undefined || (failure !== undefined && isFailureOfAddress)}
      onChange={event => field.change(event.target.value)}
      // The sign-in screen focuses it by itself, so leaving it empty is no mistake.
      onBlur={() => field.value !== '' && field.check()}
    />
  )
}

export type EmailFault = 'required' | 'emailTooShort' | 'emailImplausible' | 'emailNotAscii'

export function findEmailFault(typed: string): EmailFault | null {
  const address = typed.trim()
  if (address === '') return 'required'
  if (address.length < MIN_EMAIL_LENGTH) return 'emailTooShort'
  // A domain with an umlaut has an ASCII form for mails; the part before the @ has none.
  if (/[^\0-\x7F][^@]*@/.test(address)) return 'emailNotAscii'
  return address.length <= MAX_EMAIL_LENGTH && PLAUSIBLE.test(address) ? null : 'emailImplausible'
}

// Catches only obvious typos; whether the address exists, only the mail can prove.
const PLAUSIBLE = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
