import * as z from 'zod'
import { LONGEST_EMAIL, SHORTEST_EMAIL } from '#core/sign-in.ts'

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
  if (address.length < SHORTEST_EMAIL) return 'too-short'
  return address.length <= LONGEST_EMAIL && z.email().safeParse(address).success ? null : 'invalid'
}
