import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { catchUpSubscribers } from './polling-bus.ts'
import type { RevisionBus, RevisionCoalescer, RevisionSubscribers } from './revision-bus.ts'
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

const MIN_PAUSE_MILLISECONDS = 500

/** A connection over which a server process receives notices that users' libraries have changed. */
type ChangeNoticeConnection = {
  /** Name of the other end of the connection, for the log. */
  to: string
  /**
   * Connects, calls `isListening` once it receives notices, and resolves when the connection has ended. Throws if it
   * cannot connect, or if `isListening` throws.
   */
  listen: (isListening: () => Promise<void>, stop: AbortSignal) => Promise<void>
  /** Delivers notices that may have been missed. Called once after each new connection, including the first. */
  catchUp: () => Promise<void>
  maxPauseMilliseconds: number
  log: Logger
}

/**
 * Keeps a connection open over which other server processes announce changed libraries, until `stop` is aborted.
 * Whenever the connection is lost, opens a new one and then delivers the notices that were missed meanwhile (rule
 * LS28). Never throws; failures are logged.
 */
async function keepConnected(connection: ChangeNoticeConnection, stop: AbortSignal): Promise<void> {
  const { to, log, maxPauseMilliseconds } = connection
  let failures = 0
  while (!stop.aborted) {
    try {
      await connection.listen(async () => {
        await connection.catchUp()
        failures = 0
      }, stop)
      failures += 1
      if (!stop.aborted) log.warn(`the live connection to ${to} was lost`)
    } catch (error) {
      failures += 1
      if (!stop.aborted) log.warn({ err: error }, `there is no live connection to ${to}`)
    }
    if (stop.aborted) return
    await pause(pauseAfter(failures, maxPauseMilliseconds), null, { signal: stop }).catch(() => {})
  }
}

// A random factor, so that nodes do not all reconnect at the same moment.
const pauseAfter = (failures: number, maxMilliseconds: number) =>
  Math.min(maxMilliseconds, MIN_PAUSE_MILLISECONDS * 2 ** failures) * (0.5 + Math.random() / 2)
