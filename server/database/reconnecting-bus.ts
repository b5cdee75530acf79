import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { catchUpSubscribers } from './polling-bus.ts'
import type { RevisionBus, RevisionCoalescer, RevisionSubscribers } from './revision-bus.ts'
import type { Tables } from './tables.ts'

/** Time between two pings of a connection, and so the longest time that its loss is not noticed. */
export const PING_MILLISECONDS = 5000

const MIN_PAUSE_MILLISECONDS = 500
/** Short, because the database and the musicians may work while the connection is away. */
const MAX_PAUSE_MILLISECONDS = 5000

type Parts = {
  db: Kysely<Tables>
  subscribers: RevisionSubscribers
  coalescer: RevisionCoalescer
  to: string
  /**
   * Connects, calls `isListening` once this server process receives the notices of others, and resolves when the
   * connection has ended. Throws if it cannot connect, or if `isListening` throws.
   */
  listen: (isListening: () => Promise<void>, stop: AbortSignal) => Promise<void>
  log: Logger
}

/**
 * Creates a revision bus, which tells all server processes that a user's library has changed. It uses one connection.
 * Whenever this is lost, opens a new one and then delivers the notices that were missed meanwhile (rule LS28).
 */
export function createReconnectingRevisionBus(parts: Parts): RevisionBus {
  const { db, subscribers, coalescer, to, listen, log } = parts
  const ending = new AbortController()
  const stop = ending.signal

  async function keepConnected(): Promise<void> {
    let failures = 0
    while (!stop.aborted) {
      try {
        await listen(async () => {
          await catchUpSubscribers(db, subscribers)
          failures = 0
        }, stop)
        if (!stop.aborted) log.warn(`the live connection to ${to} was lost`)
      } catch (error) {
        if (!stop.aborted) log.warn({ err: error }, `there is no live connection to ${to}`)
      }
      failures += 1
      if (stop.aborted) return
      await pause(pauseAfter(failures), null, { signal: stop }).catch(() => {})
    }
  }

  const connected = keepConnected()
  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    async close() {
      coalescer.stop()
      ending.abort()
      await connected
    },
  }
}

// A random factor, so that nodes do not all reconnect at the same moment.
const pauseAfter = (failures: number) =>
  Math.min(MAX_PAUSE_MILLISECONDS, MIN_PAUSE_MILLISECONDS * 2 ** failures) * (0.5 + Math.random() / 2)

/**
 * Pings a connection regularly, because the loss of a machine does not close its connections. Calls `end` if a ping is
 * not answered before the next one is due (rule DB27). Returns a function that stops the pings.
 */
export function pingRegularly(
  ping: () => Promise<unknown>,
  end: () => void,
  everyMilliseconds: number,
): () => void {
  let isAnswered = true
  const timer = setInterval(() => {
    if (!isAnswered) return end()
    isAnswered = false
    ping().then(
      () => (isAnswered = true),
      () => {},
    )
  }, everyMilliseconds)
  return () => clearInterval(timer)
}
