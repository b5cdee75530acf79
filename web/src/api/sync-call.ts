import { parseSyncAnswer, type SyncAnswer, type SyncRequest } from '#core/sync-protocol.ts'
import { request, type Failure } from './request.ts'

/** One round with the server. */
export async function postSync(
  round: SyncRequest,
): Promise<{ kind: 'answer'; answer: SyncAnswer } | Failure> {
  const answered = await request('POST', '/api/v1/sync', round)
  if (answered.kind !== 'answer') return answered
  const answer = parseSyncAnswer(answered.body)
  return answer === null ? { kind: 'unexpected', status: 200 } : { kind: 'answer', answer }
}
