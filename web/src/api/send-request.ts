import * as z from 'zod/mini'
import { problemSchema, type FieldFault, type ProblemCode } from '#core/protocol/problem.ts'

/**
 * Reason why a request failed: no response from the server ('offline'), an error document from the server ('problem'),
 * or an unexpected response, for example from a captive portal.
 */
export type RequestFailure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'problem'
      readonly status: number
      readonly code: ProblemCode
      readonly detail: string | undefined
      readonly errors: readonly FieldFault[]
      /** Value of Retry-After in seconds, or null. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'unexpected'; readonly status: number }

/**
 * Result of a request: the response's JSON body, or the reason why the request failed. The body is parsed but not
 * validated. It is null if the response was empty.
 */
export type RequestResult = { readonly kind: 'answer'; readonly body: unknown } | RequestFailure

/**
 * Fetch options. `credentials` determines whether cookies are sent. `keepalive` determines whether the request
 * continues after the page is closed.
 */
export type SendOptions = Pick<RequestInit, 'credentials' | 'keepalive'>

const TIME_OUT_MS = 20_000
const USUAL_WAIT_SECONDS = 60

/**
 * Sends a request to our own server and parses the JSON response. Never rejects; returns failures as values. No
 * response within twenty seconds, or a response from a captive portal, counts as a failure (rule SC19).
 */
export async function sendRequest(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  { credentials = 'same-origin', keepalive = false }: SendOptions = {},
): Promise<RequestResult> {
  try {
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
      // Our server never redirects. A network that does must not receive our request.
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    })
    return await answered(response)
  } catch {
    // No network, a timeout or a broken connection: the server may or may not have received the request.
    return { kind: 'offline' }
  }
}

async function answered(response: Response): Promise<RequestResult> {
  if (response.status === 204) return { kind: 'answer', body: null }
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/(problem\+)?json\b/.test(type)) return { kind: 'unexpected', status: response.status }
  const body = parsed(await response.text())
  if (body === undefined) return { kind: 'unexpected', status: response.status }
  return response.ok ? { kind: 'answer', body } : problemIn(response, body)
}

/** Returns for how many seconds the server refuses a request, as screens say it: a minute if it has not said so. */
export const waitSecondsOf = (failure: RequestFailure): number =>
  (failure.kind === 'problem' && failure.retryAfterSeconds) || USUAL_WAIT_SECONDS

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemIn(response: Response, body: unknown): RequestFailure {
  const parsed = z.safeParse(problemSchema, body)
  if (!parsed.success) return { kind: 'unexpected', status: response.status }
  const { code, detail, errors = [] } = parsed.data
  const retryAfterSeconds = secondsIn(response.headers.get('retry-after'))
  return { kind: 'problem', status: response.status, code, detail, errors, retryAfterSeconds }
}

function secondsIn(header: string | null): number | null {
  const seconds = header === null ? NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

const KEY = 'dacapo.signing-out'

/**
 * Returns true if the user has signed out in this browser but the server has not confirmed the sign-out yet. Until then
 * the session cookie remains valid.
 */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/**
 * Stores that a sign-out is pending, so that no tab sends any other request before the server has confirmed the
 * sign-out (D15). Returns false if the browser cannot store this.
 */
export function markSignOutPending(): boolean {
  try {
    localStorage.setItem(KEY, '')
    return true
  } catch {
    return false
  }
}

/** Deletes the mark that a sign-out is pending. Called after the server has confirmed the sign-out. */
export const clearPendingSignOut = (): void => localStorage.removeItem(KEY)
