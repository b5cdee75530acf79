import type { Context as Exchange } from 'hono'

/** With this header a device says whose words, events or changes it sends. */
const MEANT_FOR = 'x-dacapo-user'

/**
 * Whether a request is meant for the one who is signed in, or for nobody (null): the browser's cookie may be another
 * user's by now, who has not done this (rules SN13, AN7, FB6). Whoever does not say whose it is means the cookie's.
 */
export const isMeantFor = (userId: string | null, exchange: Exchange): boolean =>
  (exchange.req.header(MEANT_FOR) ?? userId) === userId
