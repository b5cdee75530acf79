import * as z from 'zod/mini'
import { readItem, storeItem } from '#web/device/browser-storage.ts'
import { problemSchema, type FieldFault, type ProblemCode } from '#core/protocol/problem.ts'

/** 'offline': no response; 'problem': our server's error response; 'unexpected': e.g. a proxy's page. */
export type RequestFailure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'problem'
      readonly status: number
      readonly code: ProblemCode
      readonly errors: readonly FieldFault[]
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'unexpected'; readonly status: number }

export type RequestResult = { readonly kind: 'answer'; readonly body: unknown } | RequestFailure

export type CredentialsAndKeepalive = Pick<RequestInit, 'credentials' | 'keepalive'>

const TIME_OUT_MS = 20_000
const USUAL_WAIT_SECONDS = 60

export async function sendRequest(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  { credentials = 'same-origin', keepalive = false }: CredentialsAndKeepalive = {},
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

export const isSignOutPending = (): boolean => readItem(KEY) !== null

/** Returns false if the browser's storage is blocked or full. */
export const markSignOutPending = (): boolean => storeItem(KEY, '')

export const clearPendingSignOut = (): void => void storeItem(KEY, null)

export function createBackoff() {
  let failures = 0
  let notBefore = 0
  return {
    canRetryNow: () => Date.now() >= notBefore,
    /** Returns the delay before the next try, in ms. `asked` is the server's Retry-After in seconds, or null. */
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

/** Returns ms. `failures` is at least 1. A random `chance` from 0 to 1 spreads the retries of all clients. */
export function backoffDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
