import { meantFor } from '#core/meant-for.ts'
import { request, type Failure } from './request.ts'

/**
 * Events to be counted (POST /api/v1/events), at most 50. Whose they are is said, because the cookie is the
 * browser's and may by now be somebody else's; those of guests go without it. `shareWith` is the host that the
 * musician has agreed to let them be passed on to.
 */
export async function postEvents(
  events: readonly unknown[],
  userId: string | null,
  shareWith: string | null,
): Promise<{ kind: 'taken' } | Failure> {
  const body = { events, ...(shareWith !== null && { share: shareWith }) }
  // They are sent above all when somebody leaves.
  const sending = { keepalive: true, credentials: userId === null ? 'omit' : 'same-origin' } as const
  const answer = await request('POST', '/api/v1/events', body, meantFor(userId), sending)
  return answer.kind === 'answer' ? { kind: 'taken' } : answer
}
