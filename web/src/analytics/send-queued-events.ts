import { MAX_EVENTS_PER_REQUEST } from '#core/protocol/usage-event-limits.ts'
import { postUsageEvents } from '#web/api/events-call.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import type { UnsentQueue } from '#web/store/unsent-queue.ts'

/**
 * Result of sending the events in a queue: 'sent' if none are left, 'signed-out' if the user of the events is no longer
 * signed in, or 'later' if sending failed and can be tried again. `afterSeconds` is the delay that the server asks for
 * in Retry-After, or null.
 */
export type SendQueueResult =
  | { kind: 'sent' }
  | { kind: 'signed-out' }
  | { kind: 'later'; afterSeconds: number | null }

/**
 * Sends queued events, oldest first, and removes them after the server has acknowledged them. Also removes events that
 * the server will never accept, because they would block all later ones (rules AN5 and AN6).
 *
 * @param userId id of the user whose events these are, or null for signed-out visitors
 * @param shareWith host name of the external server with which the user agreed to share the events, or null
 */
export async function sendQueuedEvents(
  queue: UnsentQueue,
  userId: string | null,
  shareWith: string | null,
): Promise<SendQueueResult> {
  let most = MAX_EVENTS_PER_REQUEST
  for (;;) {
    const rows = await queue.oldest(most)
    if (rows.length === 0) return { kind: 'sent' }
    const ids = rows.map(({ id }) => id)
    const answer = await postUsageEvents(
      rows.map(({ item }) => item),
      userId,
      shareWith,
    )
    const verdict = verdictOn(answer)
    if (verdict.kind === 'too-many' && rows.length > 1) most = Math.floor(rows.length / 2)
    else if (verdict.kind === 'taken' || verdict.kind === 'too-many') await queue.remove(ids)
    else if (verdict.kind === 'faulty') await queue.remove(faultyOnes(ids, verdict.fields))
    else return verdict
  }
}

type Verdict =
  | SendQueueResult
  | { kind: 'taken' }
  | { kind: 'too-many' }
  | { kind: 'faulty'; fields: readonly string[] }

function verdictOn(answer: { kind: 'taken' } | RequestFailure): Verdict {
  if (answer.kind === 'taken') return answer
  if (answer.kind !== 'problem') return { kind: 'later', afterSeconds: null }
  switch (answer.code) {
    case 'validation':
      return { kind: 'faulty', fields: answer.errors.map(({ field }) => field) }
    case 'too-large':
      return { kind: 'too-many' }
    case 'signed-out':
    case 'session-revoked':
    case 'account-deleted':
      return { kind: 'signed-out' }
    default:
      return { kind: 'later', afterSeconds: answer.retryAfterSeconds }
  }
}

/**
 * Returns the ids of the events named in the server's field faults, such as `events.3.path`; all ids if it names none.
 */
function faultyOnes(ids: readonly string[], fields: readonly string[]): readonly string[] {
  const named = new Set(fields.map(field => /^events\.(\d+)/.exec(field)?.[1]))
  const faulty = ids.filter((_, at) => named.has(String(at)))
  return faulty.length === 0 ? ids : faulty
}
