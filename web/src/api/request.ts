import { EXPECTED_USER_HEADER } from '#core/protocol/expected-user.ts'
import { isSignOutPending } from './pending-sign-out.ts'
import { sendRequest, type RequestResult, type Sending } from './send-request.ts'

/**
 * Sends a request to our own server, as `sendRequest` does. Finishes a pending sign-out first, because the cookie still
 * belongs to the user who has signed out (D15, rule SI9).
 */
export async function request(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  sending?: Sending,
): Promise<RequestResult> {
  if (isSignOutPending()) {
    try {
      const { finishSignOut } = await import('./finish-sign-out.ts')
      // Afterwards nobody is signed in: a request for a user was for the one who has left (rule SI13).
      if (!(await finishSignOut()) || EXPECTED_USER_HEADER in headers) return { kind: 'offline' }
    } catch {
      return { kind: 'offline' }
    }
  }
  return sendRequest(method, path, body, headers, sending)
}
