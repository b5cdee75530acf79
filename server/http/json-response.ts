import type { Context as Exchange } from 'hono'

/**
 * Creates a JSON response with status 200 that announces its length in bytes. From the length `compressResponses` knows
 * that a short response needs no compression, without reading it, which would cost a push 6 % of its processor time.
 */
export function jsonResponse(exchange: Exchange, value: unknown): Response {
  const body = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return exchange.body(body, 200, headers)
}
