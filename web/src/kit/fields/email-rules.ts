import { MAX_EMAIL_LENGTH, MIN_EMAIL_LENGTH } from '#core/protocol/sign-in.ts'

/** The reason why an email address is invalid, which is also the translation key of the error message. */
export type EmailFault = 'required' | 'emailTooShort' | 'emailImplausible' | 'emailNotAscii'

/** Validates a typed email address (spec 5). Returns the reason why it is invalid, or null if it is valid. */
export function emailFault(typed: string): EmailFault | null {
  const address = typed.trim()
  if (address === '') return 'required'
  if (address.length < MIN_EMAIL_LENGTH) return 'emailTooShort'
  // A domain with an umlaut has a form that mail carries; the part before the @ has none.
  if (/[^\0-\x7F][^@]*@/.test(address)) return 'emailNotAscii'
  return address.length <= MAX_EMAIL_LENGTH && PLAUSIBLE.test(address) ? null : 'emailImplausible'
}

// Catches only obvious typos; whether the address exists, only the mail can prove.
const PLAUSIBLE = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
