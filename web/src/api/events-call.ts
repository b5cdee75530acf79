import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { request } from './request.ts'
import { type Failure } from './send-request.ts'

/**
 * Sends at most 50 analytics events (POST /api/v1/events). Names the user, because the browser's cookie may by now
 * belong to somebody else; events of signed-out visitors omit it. `shareWith` is the host that the user has agreed to
 * share the events with.
 */
export async function postEvents(
  events: readonly unknown[],
  userId: string | null,
  shareWith: string | null,
): Promise<{ kind: 'taken' } | Failure> {
  const body = { events, ...(shareWith !== null && { share: shareWith }) }
  // Most batches are sent while the page unloads.
  const sending = { keepalive: true, credentials: userId === null ? 'omit' : 'same-origin' } as const
  const answer = await request('POST', '/api/v1/events', body, expectedUserHeader(userId), sending)
  return answer.kind === 'answer' ? { kind: 'taken' } : answer
}
