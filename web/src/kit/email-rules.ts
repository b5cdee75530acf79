import { LONGEST_EMAIL, SHORTEST_EMAIL } from '#core/sign-in.ts'

export type EmailFault = 'required' | 'emailTooShort' | 'emailImplausible'

/** What is wrong with a typed address (spec 5), or null. The names are keys of the texts under `field`. */
export function emailFault(typed: string): EmailFault | null {
  const address = typed.trim()
  if (address === '') return 'required'
  if (address.length < SHORTEST_EMAIL) return 'emailTooShort'
  return address.length <= LONGEST_EMAIL && PLAUSIBLE.test(address) ? null : 'emailImplausible'
}

// Only what is surely a slip is caught here: whether the address exists, the mail will tell.
const PLAUSIBLE = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
