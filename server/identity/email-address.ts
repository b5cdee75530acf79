import * as z from 'zod'
import { MAX_EMAIL_LENGTH, MIN_EMAIL_LENGTH } from '#core/protocol/sign-in.ts'

/** Schema that validates an email address and normalizes it: trimmed and in lower case (spec 5, rule ID1). */
export const emailAddressSchema = z
  .string()
  // Surrounding spaces are removed, but input this long is rejected before it is trimmed (rule HT44).
  .refine(input => input.length <= 4 * MAX_EMAIL_LENGTH, { abort: true, params: { code: 'invalid' } })
  .transform(input => input.trim().toLowerCase())
  .superRefine((address, context) => {
    const code = faultOf(address)
    if (code !== null) context.addIssue({ code: 'custom', message: code, params: { code } })
  })

function faultOf(address: string): 'required' | 'too-short' | 'invalid' | null {
  if (address === '') return 'required'
  if (address.length < MIN_EMAIL_LENGTH) return 'too-short'
  return address.length <= MAX_EMAIL_LENGTH && z.email().safeParse(address).success ? null : 'invalid'
}
