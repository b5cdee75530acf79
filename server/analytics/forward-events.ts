import type { Kysely } from 'kysely'
import type { AnalyticsSink } from '#server/settings/configuration.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Job } from '#server/jobs/scheduler.ts'

const MINUTE = 60_000
const BATCH_SIZE = 100
const TIMEOUT_MILLISECONDS = 20_000

/**
 * Creates a job that runs every minute and forwards analytics events to an external analytics server. It forwards only
 * events for which the user has consented, without the user's identity (rule AN10). It repeats an event until the
 * external server has confirmed it. The external server may therefore receive an event twice, with the same id.
 */
export const forwardEventsJob = (sink: AnalyticsSink): Job => ({
  name: 'forward-events',
  everyMilliseconds: MINUTE,
  async run(db, _now, hasTime) {
    while (hasTime()) {
      const events = await loadEventsToForward(db, sink)
      if (events.length === 0) return
      await sendEvents(events, sink)
      const ids = events.map(({ id }) => id)
      await db.updateTable('event').set({ share_with: null }).where('id', 'in', ids).execute()
    }
  },
})

type ForwardedEvent = { id: string; name: string; at: number }

async function loadEventsToForward(
  db: Kysely<Tables>,
  { host }: AnalyticsSink,
): Promise<readonly ForwardedEvent[]> {
  const rows = await db
    .selectFrom('event')
    .select(['id', 'name', 'at', 'parameters'])
    .where('share_with', '=', host)
    .orderBy('received_at')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ id, name, at, parameters }) => ({ ...parameters, id, name, at }))
}

async function sendEvents(
  events: readonly ForwardedEvent[],
  { url, host, token }: AnalyticsSink,
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ events }),
    // Redirects are not followed because the token must only go to the configured host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${host} does not take the events: it answered ${answer.status}`)
}
