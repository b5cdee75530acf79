import * as z from 'zod/mini'
import { readItem, storeItem } from '#web/device/browser-storage.ts'
import { problemSchema, type FieldFault, type ProblemCode } from '#core/protocol/problem.ts'

/** No response ('offline'), an error document ('problem'), or something else, for example from a captive portal. */
export type RequestFailure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'problem'
      readonly status: number
      readonly code: ProblemCode
      readonly errors: readonly FieldFault[]
      /** Value of Retry-After in seconds, or null. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'unexpected'; readonly status: number }

/** The body is parsed but not validated; null if the response was empty. */
export type RequestResult = { readonly kind: 'answer'; readonly body: unknown } | RequestFailure

export type SendOptions = Pick<RequestInit, 'credentials' | 'keepalive'>

const TIME_OUT_MS = 20_000
const USUAL_WAIT_SECONDS = 60

/** Never rejects. No response within twenty seconds, or one that is not JSON, counts as a failure (rule SC19). */
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

export const retryWaitSeconds = (failure: RequestFailure): number =>
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
  const { code, errors = [] } = parsed.data
  const retryAfterSeconds = secondsIn(response.headers.get('retry-after'))
  return { kind: 'problem', status: response.status, code, errors, retryAfterSeconds }
}

function secondsIn(header: string | null): number | null {
  const seconds = header === null ? NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

const KEY = 'dacapo.signing-out'

/** True if the user has signed out here but the server has not confirmed it yet; the session cookie remains valid. */
export const isSignOutPending = (): boolean => readItem(KEY) !== null

/** Keeps all tabs from sending other requests until the sign-out is confirmed (D15). False if not stored. */
export const markSignOutPending = (): boolean => storeItem(KEY, '')

export const clearPendingSignOut = (): void => void storeItem(KEY, null)

/** The delay is never shorter than the server's Retry-After (rule SN7). */
export function createBackoff() {
  let failures = 0
  let notBefore = 0
  return {
    /** False until the last failure's Retry-After has passed. */
    canRetryNow: () => Date.now() >= notBefore,
    /** Returns the delay before the next retry in ms. `asked` is the server's Retry-After in seconds, or null. */
    recordFailure(asked: number | null): number {
      const milliseconds = (asked ?? 0) * 1000
      notBefore = Date.now() + milliseconds
      failures += 1
      return Math.max(milliseconds, backoffDelay(failures, Math.random()))
    },
    reset() {
      failures = 0
    },
  }
}

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/**
 * The delay in ms after `failures` (1 or more) failures in a row: from one second to one minute. `chance`,
 * from 0 to 1, shortens it by up to half, so that many devices do not retry at the same moment (rule SN7).
 */
export function backoffDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
