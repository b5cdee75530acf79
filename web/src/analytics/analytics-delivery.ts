import type { NewUsageEvent, UsageEvent } from '#core/protocol/usage-event.ts'
import { createBackoff } from '#web/api/backoff.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import { hasPageUserChanged } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/new-ids.ts'
import { mergeConcurrentRuns } from '#web/concurrency/merge-concurrent-runs.ts'
import type { UnsentQueue } from '#web/store/unsent-queue.ts'
import { withLock } from '#web/concurrency/with-lock.ts'
import { sleep } from '#web/concurrency/sleep.ts'
import type { TrackedEvent } from './tracked-event.ts'
import { createMemoryQueue } from './memory-queue.ts'
import { sendQueuedEvents, type SendQueueResult } from './send-queued-events.ts'
import { startsNewVisit, laterTime, wasReachedFromSameSite } from './visit.ts'

// Events that occur within this time are sent in one batch.
const SEND_AFTER_MS = 2000
const LAST_ATTEMPT_MS = 3000

/** Functions that queue analytics events and send them to the server. */
export type AnalyticsDelivery = {
  /**
   * Adds analytics events to the queue and schedules sending. Events stay in the queue until the server has accepted
   * them.
   */
  readonly enqueueEvents: (happened: readonly TrackedEvent[]) => void
  /**
   * Tries once to send all queued analytics events, including those in the local database. Resolves after three seconds
   * at the latest.
   */
  readonly flushQueuedEvents: () => Promise<void>
}

/**
 * Creates the functions that queue and send analytics events. From then on, queued events are sent shortly after they
 * were added, when the network returns, and when the page is hidden or closed.
 */
export function createAnalyticsDelivery(device: DeviceLibrary): AnalyticsDelivery {
  /** Events of users without a database, by user id; the key null holds the events of signed-out visitors. */
  const inMemory = new Map<string | null, UnsentQueue>()
  /** Time of the last event on this page, of any user, in ms of the device's clock. */
  let lastHere: number | null = null
  let adding = Promise.resolve()
  let timer = 0
  const server = createBackoff()
  const sendNow = mergeConcurrentRuns<void, void>(sendAll)

  window.addEventListener('online', () => void sendNow())
  // On phones this is the last event that a page reliably receives.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sendWhileLeaving()
  })
  window.addEventListener('pagehide', () => void sendWhileLeaving())

  function enqueueEvents(happened: readonly TrackedEvent[]): void {
    if (happened.length === 0) return
    adding = adding.then(async () => {
      for (const each of happened) await add(each)
    })
    if (timer === 0) wakeIn(SEND_AFTER_MS)
  }

  async function flushQueuedEvents(): Promise<void> {
    await Promise.race([sendNow(), sleep(LAST_ATTEMPT_MS)])
  }

  async function add(happened: TrackedEvent): Promise<void> {
    const { userId, store, event, at, hasComeBack } = happened
    if (store === null) {
      const isKnown = userId === null && (hasComeBack || wasReachedFromSameSite())
      if (startsNewVisit(at, lastHere ?? (isKnown ? at : null)))
        await hold(userId, { name: 'session_start' }, at)
      lastHere = at
      return hold(userId, event, at)
    }
    // Tabs share the time of the last event, and only one of them may start a new visit.
    await withLock(`dacapo-events-${store.userId}`, async () => {
      const kept = await store.readPersisted('last-event')
      const last = laterTime(typeof kept === 'number' ? kept : null, lastHere)
      const events: NewUsageEvent[] = startsNewVisit(at, last) ? [{ name: 'session_start' }, event] : [event]
      for (const each of events) {
        const named = asSent(each, at)
        // If the database cannot store the event, it waits in memory as long as the page lives.
        if (!(await store.eventQueue.add(named))) await queueOf(userId).add(named)
      }
      await store.persist('last-event', at)
    })
    lastHere = at
  }

  const hold = async (userId: string | null, event: NewUsageEvent, at: number) =>
    void (await queueOf(userId).add(asSent(event, at)))

  function queueOf(userId: string | null): UnsentQueue {
    const queue = inMemory.get(userId) ?? createMemoryQueue()
    inMemory.set(userId, queue)
    return queue
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer)
    timer = 0
    await adding
    if (!navigator.onLine || !server.canRetryNow()) return
    const ends = [await sendInMemory(), await sendStored()]
    const late = ends.find(end => end.kind === 'later')
    if (late === undefined) server.reset()
    else wakeIn(server.recordFailure(late.afterSeconds))
  }

  async function sendInMemory(): Promise<SendQueueResult> {
    for (const [userId, queue] of inMemory) {
      const end = await sendQueuedEvents(queue, userId, null)
      if (end.kind === 'later') return end
      // The user has left this page, and without a database the events cannot wait for their return.
      if (end.kind === 'signed-out') inMemory.delete(userId)
    }
    return { kind: 'sent' }
  }

  async function sendStored(): Promise<SendQueueResult> {
    const store = device.store.get()
    if (store === null || device.sync.state.get().kind === 'signed-out') return { kind: 'signed-out' }
    // The browser's tabs share one cookie: one user's events must never be counted as another's.
    if (hasPageUserChanged(store.userId)) return { kind: 'signed-out' }
    const agreed = await store.readPersisted('analytics-consent')
    return sendQueuedEvents(store.eventQueue, store.userId, typeof agreed === 'string' ? agreed : null)
  }

  /**
   * Sends in-memory events while the page unloads, because they would be lost. Stored ones wait for the next visit. A
   * duplicate is harmless, because each event has an id.
   */
  async function sendWhileLeaving(): Promise<void> {
    await adding
    if (navigator.onLine && server.canRetryNow()) await sendInMemory()
    void sendNow()
  }

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void sendNow(), milliseconds)
  }

  return { enqueueEvents, flushQueuedEvents }
}

const asSent = (event: NewUsageEvent, at: number): UsageEvent & { id: string } => ({
  ...event,
  id: newUuid(),
  at,
})
