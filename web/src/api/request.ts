import { PROBLEM_STATUS, type FieldFault, type ProblemCode } from '#core/problem.ts'
import { isSigningOut } from './pending-sign-out.ts'

/** Why a request brought no answer: no network, a problem document, or something that is neither. */
export type Failure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'problem'
      readonly status: number
      readonly code: ProblemCode
      readonly detail: string | undefined
      readonly errors: readonly FieldFault[]
      /** Seconds after which the server wants to be asked again (Retry-After), or null. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'unexpected'; readonly status: number }

/** `body` is the parsed JSON, or null where the server sent none; still to be judged by a parser. */
export type Answered = { readonly kind: 'answer'; readonly body: unknown } | Failure

/** Whether the server is to know who asks, and whether the request outlives the page. */
type Sending = Pick<RequestInit, 'credentials' | 'keepalive'>

const TIME_OUT_MS = 20_000

/** Where a session is ended: the one thing that may be asked for until the server has heard of a sign-out. */
export const SIGN_OUT = '/api/v1/sign-out'

/**
 * One request to our own server that is answered with a document. Never rejects: what can go wrong is a kind.
 * A page that answers in the server's name, as a hotel's network does, is no answer (rule SI1).
 */
export async function request(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  { credentials = 'same-origin', keepalive = false }: Sending = {},
): Promise<Answered> {
  try {
    // The cookie would still speak for who has signed out (D15, rule SI9).
    if (isSigningOut() && path !== SIGN_OUT) {
      const { finishSignOut } = await import('./finish-sign-out.ts')
      if (!(await finishSignOut())) return { kind: 'offline' }
    }
    const response = await fetch(path, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials,
      keepalive,
      cache: 'no-store',
      // Our server sends nobody elsewhere; a network that does must not be handed what was meant for us.
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    })
    return await answered(response)
  } catch {
    // No network, a time-out, a connection that broke half-way: the server may or may not have heard it.
    return { kind: 'offline' }
  }
}

async function answered(response: Response): Promise<Answered> {
  if (response.status === 204) return { kind: 'answer', body: null }
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/(problem\+)?json\b/.test(type)) return { kind: 'unexpected', status: response.status }
  const body = parsed(await response.text())
  if (body === undefined) return { kind: 'unexpected', status: response.status }
  return response.ok ? { kind: 'answer', body } : problemIn(response, body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemIn(response: Response, body: unknown): Failure {
  if (!isObject(body) || typeof body['code'] !== 'string' || !isCode(body['code']))
    return { kind: 'unexpected', status: response.status }
  return {
    kind: 'problem',
    status: response.status,
    code: body['code'],
    detail: typeof body['detail'] === 'string' ? body['detail'] : undefined,
    errors: Array.isArray(body['errors']) ? body['errors'].filter(isFieldFault) : [],
    retryAfterSeconds: secondsIn(response.headers.get('retry-after')),
  }
}

/** Is this an object whose fields may be looked at? */
export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null

/** A text that says something, or null. */
export const textOrNull = (input: unknown) => (typeof input === 'string' && input !== '' ? input : null)

const isCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEM_STATUS, code)

const isFieldFault = (input: unknown): input is FieldFault =>
  isObject(input) && typeof input['field'] === 'string' && typeof input['code'] === 'string'

function secondsIn(header: string | null): number | null {
  const seconds = header === null ? NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
