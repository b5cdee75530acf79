import * as z from 'zod/mini'
import { createExpectedUserHeader, EXPECTED_USER_HEADER, type Operation } from '#core/protocol/operation.ts'
import { postSignOut as signOut } from '#core/protocol/operations.ts'
import {
  backoffDelay,
  isSignOutPending,
  clearPendingSignOut,
  sendRequest,
  type RequestFailure,
  type CredentialsAndKeepalive,
  type RequestResult,
} from './send-request.ts'

export type CallResult<O extends Operation> =
  | { readonly kind: 'answer'; readonly body: ResponseOf<O> }
  | RequestFailure

export type ResponseOf<O extends Operation> = O extends { response: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : null

type CallInput<O extends Operation> = {
  readonly userId?: string | null
  readonly parameters?: Readonly<Record<string, string>>
  readonly sending?: CredentialsAndKeepalive
} & (O extends { request: infer Schema extends z.core.$ZodType }
  ? { readonly body: z.input<Schema> }
  : { readonly body?: undefined })

/** Never rejects. Returns kind 'unexpected' if the response does not match the operation's schema. */
export async function call<O extends Operation>(operation: O, input: CallInput<O>): Promise<CallResult<O>> {
  const { userId = null, parameters = {}, body, sending } = input
  const address = addressOf(operation, parameters)
  const result = await requestAfterPendingSignOut(
    operation.method,
    address,
    body,
    createExpectedUserHeader(userId),
    sending,
  )
  if (result.kind !== 'answer') return result
  if (operation.response === undefined) return { kind: 'answer', body: null as ResponseOf<O> }
  const parsed = z.safeParse(operation.response, result.body)
  return parsed.success
    ? { kind: 'answer', body: parsed.data as ResponseOf<O> }
    : { kind: 'unexpected', status: operation.status ?? 200 }
}

function addressOf({ path }: Operation, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`)),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  )
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}

export async function requestAfterPendingSignOut(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  sending?: CredentialsAndKeepalive,
): Promise<RequestResult> {
  if (isSignOutPending()) {
    const isSignedOut = await finishPendingSignOut().catch(() => false)
    // After the sign-out nobody is signed in, so a request for a user would be for the former one (rule SI13).
    if (!isSignedOut || EXPECTED_USER_HEADER in headers) return { kind: 'offline' }
  }
  return sendRequest(method, path, body, headers, sending)
}

/** Returns false if only a captive portal responds, and not our server. */
export async function checkServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return (await requestAfterPendingSignOut('GET', '/healthz')).kind === 'answer'
}

// Module state: the session cookie that the sign-out is about belongs to the browser and not to an app.
let attempt: Promise<boolean> | null = null
let failures = 0
let timer = 0

/** Resolves to true if no sign-out is pending any more. After a failure, it retries in the background (SI6). */
export function finishPendingSignOut(): Promise<boolean> {
  attempt ??= inOneTab(tell).finally(() => (attempt = null))
  return attempt
}

async function tell(): Promise<boolean> {
  clearTimeout(timer)
  // Another tab may have finished the sign-out, and the cookie may belong to a user who has signed in since.
  if (!isSignOutPending()) return true
  if ((await postSignOut()).kind === 'done') {
    failures = 0
    clearPendingSignOut()
    return true
  }
  timer = window.setTimeout(() => void finishPendingSignOut(), backoffDelay(++failures, Math.random()))
  return false
}

// The response to a second sign-out could clear the cookie of a user who signed in after the first. No locks without TLS.
const inOneTab = (work: () => Promise<boolean>) =>
  'locks' in navigator ? navigator.locks.request('dacapo-sign-out', work) : work()

/** Also succeeds if the session no longer exists. */
export async function postSignOut(): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await sendRequest(signOut.method, signOut.path, {})
  if (answer.kind === 'answer') return { kind: 'done' }
  return answer.kind === 'problem' && answer.status === 401 ? { kind: 'done' } : answer
}
