import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context as Exchange } from 'hono'

/** Whether a request brings this token (`Authorization: Bearer …`), compared so that it cannot be guessed letter by letter. */
export const bringsToken = (exchange: Exchange, token: string): boolean =>
  isSame(exchange.req.header('authorization') ?? '', `Bearer ${token}`)

/** Of equal length and compared in constant time. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
