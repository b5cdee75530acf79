import type { Context as Exchange } from 'hono'
import { createProblemDocument, type FieldFault, type ProblemCode } from '#core/protocol/problem.ts'

type More = { errors?: readonly FieldFault[]; retryAfterSeconds?: number }

/** Sets no Content-Length, because Hono would copy it to a response that replaces this one. */
export function problemResponse(code: ProblemCode, { retryAfterSeconds, ...more }: More = {}): Response {
  const document = createProblemDocument(code, more)
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify(document), { status: document.status, headers })
}

/** Sets Content-Length, so that Hono's `compress` skips short responses, which saves CPU time. */
export function jsonResponse(exchange: Exchange, value: unknown, status: 200 | 201 = 200): Response {
  const body = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return exchange.body(body, status, headers)
}

export const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
