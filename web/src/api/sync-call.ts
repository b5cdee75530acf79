import { meantFor } from '#core/meant-for.ts'
import { parseSyncAnswer, type SyncAnswer, type SyncRequest } from '#core/sync-protocol.ts'
import { request, type Failure } from './request.ts'

/**
 * One round of a user with the server, which is told whose it is: the cookie is the browser's, and may by now be
 * somebody else's (rule SN13).
 */
export async function postSync(
  userId: string,
  round: SyncRequest,
): Promise<{ kind: 'answer'; answer: SyncAnswer } | Failure> {
  const answered = await request('POST', '/api/v1/sync', round, meantFor(userId))
  if (answered.kind !== 'answer') return answered
  const answer = parseSyncAnswer(answered.body)
  return answer === null ? { kind: 'unexpected', status: 200 } : { kind: 'answer', answer }
}
