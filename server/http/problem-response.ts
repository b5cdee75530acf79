import type { Context as Exchange } from 'hono'
import { createProblemDocument } from '#core/protocol/problem.ts'
import type { FieldFault, ProblemCode } from '#core/protocol/problem.ts'

type More = { errors?: readonly FieldFault[]; retryAfterSeconds?: number }

/**
 * A response with a problem document (RFC 9457, rule HT1). It has no Content-Length, because Hono copies the headers of
 * the response that it replaces.
 */
export function problemResponse(code: ProblemCode, { retryAfterSeconds, ...more }: More = {}): Response {
  const document = createProblemDocument(code, more)
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify(document), { status: document.status, headers })
}

/**
 * Sets Content-Length, by which `compress` sees that a short response needs no compression, which would cost 6 % of
 * the processor time of a round.
 */
export function jsonResponse(exchange: Exchange, value: unknown, status: 200 | 201 = 200): Response {
  const body = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return exchange.body(body, status, headers)
}

/** Whether the client has gone away, which is not an error of the server. */
export const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
