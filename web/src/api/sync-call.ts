import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import {
  parseSyncResponse,
  postSync as operation,
  type SyncResponse,
  type SyncRequest,
} from '#core/protocol/sync-protocol.ts'
import { requestApi } from './request.ts'
import { type RequestFailure } from './send-request.ts'

/**
 * Sends the request of one sync round, in which the device and the server exchange changes, and returns the server's
 * response or the reason why the request failed. The request names the user, because the session cookie may already
 * belong to another user (rule SN13).
 */
export async function postSync(
  userId: string,
  round: SyncRequest,
): Promise<{ kind: 'answer'; answer: SyncResponse } | RequestFailure> {
  const answered = await requestApi(operation.method, operation.path, round, expectedUserHeader(userId))
  if (answered.kind !== 'answer') return answered
  const answer = parseSyncResponse(answered.body)
  return answer === null ? { kind: 'unexpected', status: 200 } : { kind: 'answer', answer }
}
