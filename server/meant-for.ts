import type { Context as Exchange } from 'hono'
import { MEANT_FOR } from '#core/meant-for.ts'
import type { SignedIn } from './identity/find-session.ts'
import type { Identity } from './identity/identity.ts'

/**
 * Whether a request is meant for the one who is signed in, or for nobody (null): the browser's cookie may be another
 * user's by now, who has not done this (rules SN13, AN7, FB6). Whoever does not say whose it is means the cookie's.
 */
export const isMeantFor = (userId: string | null, exchange: Exchange): boolean =>
  (exchange.req.header(MEANT_FOR) ?? userId) === userId

/** Who is signed in and asks; null, which is answered with signed-out, also where they are not who is meant. */
export async function askerOf(
  { userOf }: Pick<Identity, 'userOf'>,
  exchange: Exchange,
): Promise<SignedIn | null> {
  const signedIn = await userOf(exchange.req.raw)
  return signedIn !== null && isMeantFor(signedIn.user.id, exchange) ? signedIn : null
}
