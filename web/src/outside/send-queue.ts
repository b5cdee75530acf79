import { MOST_EVENTS } from '#core/usage-event.ts'
import { postEvents } from '#web/api/events-call.ts'
import type { Failure } from '#web/api/request.ts'
import type { Queue } from '#web/store/queue.ts'

/** How sending ended: nothing waits any more, or the rest has to wait. */
export type Sent = { kind: 'sent' } | { kind: 'signed-out' } | { kind: 'later'; afterSeconds: number | null }

/**
 * Sends what waits in a queue, oldest first, and takes out only what the server says it has. What it will never
 * take is thrown away, so that nothing stands in the way for ever (rules AN5 and AN6).
 */
export async function sendQueue(
  queue: Queue,
  userId: string | null,
  shareWith: string | null,
): Promise<Sent> {
  let most = MOST_EVENTS
  for (;;) {
    const rows = await queue.oldest(most)
    if (rows.length === 0) return { kind: 'sent' }
    const ids = rows.map(({ id }) => id)
    const answer = await postEvents(
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

type Verdict = Sent | { kind: 'taken' } | { kind: 'too-many' } | { kind: 'faulty'; fields: readonly string[] }

function verdictOn(answer: { kind: 'taken' } | Failure): Verdict {
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

/** Those that the server has named, as in `events.3.path`; all of them where it names none. */
function faultyOnes(ids: readonly string[], fields: readonly string[]): readonly string[] {
  const named = new Set(fields.map(field => /^events\.(\d+)/.exec(field)?.[1]))
  const faulty = ids.filter((_, at) => named.has(String(at)))
  return faulty.length === 0 ? ids : faulty
}
