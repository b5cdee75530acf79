import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { CHECK_SESSION_REVISION, type NoticeSender, type RevisionSubscribers } from './revision-bus.ts'
import type { Tables } from './tables.ts'

const POLL_MILLISECONDS = 2000

/** For CockroachDB, and for PostgreSQL behind a pooler, where LISTEN and NOTIFY do not work. */
export function openPollingTransport(
  db: Kysely<Tables>,
  log: Logger,
  subscribers: RevisionSubscribers,
): NoticeSender {
  let known = new Map<string, UserState>()
  let polling: Promise<void> | null = null
  const timer = setInterval(() => {
    // Skips a poll while the previous one has not been answered.
    polling ??= poll().finally(() => (polling = null))
  }, POLL_MILLISECONDS).unref()

  async function poll() {
    try {
      const before = known
      known = await loadUserStates(db, subscribers.userIds())
      for (const [userId, { revision, sessions }] of known) {
        const earlier = before.get(userId)
        if (sessions !== earlier?.sessions) subscribers.notify([[userId, CHECK_SESSION_REVISION]])
        if (revision > 0 && revision !== earlier?.revision) subscribers.notify([[userId, revision]])
      }
    } catch (error) {
      log.warn({ err: error }, 'the revisions could not be polled')
    }
  }

  return {
    send() {},
    async close() {
      clearInterval(timer)
      await polling
    },
  }
}

/** Call this if notices may be missing. No table lists ended sessions, so all subscribers check theirs. */
export async function notifySubscribersOfCurrentState(
  db: Kysely<Tables>,
  subscribers: RevisionSubscribers,
): Promise<void> {
  for (const [userId, { revision }] of await loadUserStates(db, subscribers.userIds())) {
    subscribers.notify([[userId, CHECK_SESSION_REVISION]])
    if (revision > 0) subscribers.notify([[userId, revision]])
  }
}

type UserState = { revision: number; sessions: string | null }

async function loadUserStates(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, UserState>> {
  if (userIds.length === 0) return new Map()
  // An array is one parameter. A list would be planned anew for every length, and is limited to 65,535.
  const { rows } = await sql<UserState & { id: string }>`
    select listener.id, coalesce(revision, 0) as revision,
      (select md5(string_agg(session.id, ',' order by session.id)) from session where "userId" = listener.id) as sessions
    from unnest(${userIds}::text[]) as listener (id) left join user_revision on user_id = listener.id`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}
