import { EXPECTED_USER_HEADER } from '#core/protocol/expected-user.ts'
import { isSignOutPending } from './pending-sign-out.ts'
import { sendRequest, type RequestResult, type SendOptions } from './send-request.ts'

/**
 * Sends a request to our own server as `sendRequest` does. If the server has not confirmed an earlier sign-out yet,
 * first completes this sign-out, because the session cookie still belongs to the user who has signed out. In that case,
 * returns 'offline' without sending the request if the sign-out fails, or if the request names the user for whom it is
 * sent (D15, rule SI9).
 */
export async function requestApi(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  sending?: SendOptions,
): Promise<RequestResult> {
  if (isSignOutPending()) {
    try {
      const { finishSignOut } = await import('./finish-sign-out.ts')
      // After the sign-out nobody is signed in, so a request for a user would be for the former one (rule SI13).
      if (!(await finishSignOut()) || EXPECTED_USER_HEADER in headers) return { kind: 'offline' }
    } catch {
      return { kind: 'offline' }
    }
  }
  return sendRequest(method, path, body, headers, sending)
}
