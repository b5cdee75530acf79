import * as z from 'zod'

const SHORTEST = 5

/** An address as it is stored and compared: without spaces around it, in small letters (spec 5, rule ID1). */
export const emailAddress = z
  .string()
  .transform(input => input.trim().toLowerCase())
  .superRefine((address, context) => {
    const code = faultOf(address)
    if (code !== null) context.addIssue({ code: 'custom', message: code, params: { code } })
  })

function faultOf(address: string): 'required' | 'too-short' | 'invalid' | null {
  if (address === '') return 'required'
  if (address.length < SHORTEST) return 'too-short'
  // 254 is the longest address that SMTP can carry (RFC 5321).
  return address.length <= 254 && z.email().safeParse(address).success ? null : 'invalid'
}
