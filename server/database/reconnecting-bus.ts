import type { Kysely } from 'kysely'
import { catchUpSubscribers } from './polling-bus.ts'
import type { RevisionBus, RevisionCoalescer, RevisionSubscribers } from './revision-bus.ts'
import { keepConnected } from './keep-connected.ts'
import type { ChangeNoticeConnection } from './keep-connected.ts'
import type { Tables } from './tables.ts'

type Parts = {
  db: Kysely<Tables>
  subscribers: RevisionSubscribers
  /** Collects the notices that this server process publishes, and sends them. */
  coalescer: RevisionCoalescer
  /** The connection over which this server process receives the notices of others. */
  connection: Omit<ChangeNoticeConnection, 'catchUp'>
}

/**
 * Creates a revision bus, which tells all server processes that a user's library has changed. It uses one connection
 * and opens a new one whenever the connection is lost (rule LS28).
 */
export function createReconnectingRevisionBus({
  db,
  subscribers,
  coalescer,
  connection,
}: Parts): RevisionBus {
  const stop = new AbortController()
  const catchUp = () => catchUpSubscribers(db, subscribers)
  const listening = keepConnected({ ...connection, catchUp }, stop.signal)
  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    async close() {
      coalescer.stop()
      stop.abort()
      await listening
    },
  }
}
