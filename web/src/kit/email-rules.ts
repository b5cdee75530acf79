import { MAX_EMAIL_LENGTH, MIN_EMAIL_LENGTH } from '#core/protocol/sign-in.ts'

/** The text key of the fault of an e-mail address. */
export type EmailFault = 'required' | 'emailTooShort' | 'emailImplausible'

/** Returns what is wrong with an address (spec 5), or null. The values are text keys under `field`. */
export function emailFault(typed: string): EmailFault | null {
  const address = typed.trim()
  if (address === '') return 'required'
  if (address.length < MIN_EMAIL_LENGTH) return 'emailTooShort'
  return address.length <= MAX_EMAIL_LENGTH && PLAUSIBLE.test(address) ? null : 'emailImplausible'
}

// Catches only obvious typos; whether the address exists, only the mail can prove.
const PLAUSIBLE = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
