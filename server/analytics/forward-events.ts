import type { Kysely } from 'kysely'
import type { AnalyticsSink } from '#server/configuration.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Job } from '#server/jobs/scheduler.ts'

const MINUTE = 60_000
const EVENTS_AT_ONCE = 100
/** A job must be over before its lease is; what is left goes with the next one. */
const MOST_BATCHES = 20
const LONGEST_ANSWER_MILLISECONDS = 20_000

/**
 * Passes on every minute what musicians have agreed to share, and without a word of who they are (rule AN10). An
 * event is given away until the other side has said that it has it, so it may be given twice, under the same id.
 */
export const forwardEvents = (sink: AnalyticsSink): Job => ({
  name: 'forward-events',
  everyMilliseconds: MINUTE,
  async run(db) {
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const events = await waiting(db, sink)
      if (events.length === 0) return
      await give(events, sink)
      const ids = events.map(({ id }) => id)
      await db.updateTable('event').set({ share_with: null }).where('id', 'in', ids).execute()
    }
  },
})

type Forwarded = { id: string; name: string; at: number }

async function waiting(db: Kysely<Tables>, { host }: AnalyticsSink): Promise<readonly Forwarded[]> {
  const rows = await db
    .selectFrom('event')
    .select(['id', 'name', 'at', 'parameters'])
    .where('share_with', '=', host)
    .orderBy('received_at')
    .limit(EVENTS_AT_ONCE)
    .execute()
  return rows.map(({ id, name, at, parameters }) => ({ ...parameters, id, name, at }))
}

async function give(events: readonly Forwarded[], { url, host, token }: AnalyticsSink): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ events }),
    // Whoever lives elsewhere now has to be named by the operator: the token goes to nobody else.
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_ANSWER_MILLISECONDS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${host} does not take the events: it answered ${answer.status}`)
}
