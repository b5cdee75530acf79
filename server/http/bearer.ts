import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context as Exchange } from 'hono'

/**
 * Returns true if the Authorization header of a request contains this bearer token. The comparison takes constant
 * time.
 */
export const hasBearerToken = (exchange: Exchange, token: string): boolean =>
  constantTimeEquals(exchange.req.header('authorization') ?? '', `Bearer ${token}`)

/**
 * Compares two secret texts in constant time, so that an attacker cannot learn from the duration how much of a guess is
 * right.
 */
export function constantTimeEquals(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
