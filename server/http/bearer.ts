import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context as Exchange } from 'hono'

/** Returns true if a request carries this bearer token. Compares in constant time. */
export const hasBearerToken = (exchange: Exchange, token: string): boolean =>
  constantTimeEquals(exchange.req.header('authorization') ?? '', `Bearer ${token}`)

/** Compares two texts in constant time, so that the time does not reveal where they differ. */
export function constantTimeEquals(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
