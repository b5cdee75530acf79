import { domainToASCII } from 'node:url'
import * as z from 'zod'
import { MAX_EMAIL_LENGTH, MIN_EMAIL_LENGTH } from '#core/protocol/sign-in.ts'

/** Trims, converts to lower case, and encodes the domain: `müller.de` becomes `xn--mller-kva.de`. */
export const normalizedEmailSchema = z
  .string()
  // Surrounding spaces are removed, but input this long is rejected before it is trimmed (rule HT44).
  .refine(input => input.length <= 4 * MAX_EMAIL_LENGTH, { abort: true, params: { code: 'invalid' } })
  .transform(input => toAsciiDomain(input.trim().toLowerCase()))
  .superRefine((address, context) => {
    const code = faultOf(address)
    if (code !== null) context.addIssue({ code: 'custom', message: code, params: { code } })
  })

function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  // Empty if it is no domain. An ASCII domain stays unchanged, and is validated like any other.
  return /[^\0-\x7F]/.test(domain) ? address.slice(0, at) + domainToASCII(domain) : address
}

function faultOf(address: string): 'required' | 'too-short' | 'invalid' | null {
  if (address === '') return 'required'
  if (address.length < MIN_EMAIL_LENGTH) return 'too-short'
  return address.length <= MAX_EMAIL_LENGTH && z.email().safeParse(address).success ? null : 'invalid'
}
