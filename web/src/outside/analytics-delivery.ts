import type { NewEvent, UsageEvent } from '#core/usage-event.ts'
import { patience } from '#web/api/patience.ts'
import { currentStore } from '#web/store/current-store.ts'
import { lastUser } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/new-ids.ts'
import { oneAtATime } from '#web/store/one-at-a-time.ts'
import type { Queue } from '#web/store/queue.ts'
import { syncState } from '#web/store/sync-state.ts'
import { withLock } from '#web/store/with-lock.ts'
import type { Happened } from './analytics.ts'
import { memoryQueue } from './memory-queue.ts'
import { sendQueue, type Sent } from './send-queue.ts'
import { beginsVisit, later, wasReachedFromHere } from './visit.ts'

// What is done together goes together.
const SEND_AFTER_MS = 2000
const LAST_ATTEMPT_MS = 3000

/** The events of those who have no database, by user; those of guests under null. */
const inMemory = new Map<string | null, Queue>()
/** When the last event of this page happened, whoever it was. */
let lastHere: number | null = null
let adding = Promise.resolve()
let timer = 0
const server = patience()
const sendNow = oneAtATime<void, void>(sendAll)

window.addEventListener('online', () => void sendNow())
// The last thing a page is told for sure on a phone.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void sendWhileLeaving()
})
window.addEventListener('pagehide', () => void sendWhileLeaving())

/** Keeps what was done until the server has it, and sends it soon. */
export function take(happened: readonly Happened[]): void {
  if (happened.length === 0) return
  adding = adding.then(async () => {
    for (const each of happened) await add(each)
  })
  if (timer === 0) wakeIn(SEND_AFTER_MS)
}

/** One attempt of at most three seconds: what is in the database goes with it. */
export async function sendBeforeLeaving(): Promise<void> {
  await Promise.race([sendNow(), new Promise(resolve => setTimeout(resolve, LAST_ATTEMPT_MS))])
}

async function add(happened: Happened): Promise<void> {
  const { userId, store, event, at, hasComeBack } = happened
  if (store === null) {
    const isKnown = userId === null && (hasComeBack || wasReachedFromHere())
    if (beginsVisit(at, lastHere ?? (isKnown ? at : null))) await hold(userId, { name: 'session_start' }, at)
    lastHere = at
    return hold(userId, event, at)
  }
  // Two tabs share the clock of the last event: only one of them may find that a visit begins.
  await withLock(`dacapo-events-${store.userId}`, async () => {
    const kept = await store.kept('last-event')
    const last = later(typeof kept === 'number' ? kept : null, lastHere)
    const events: NewEvent[] = beginsVisit(at, last) ? [{ name: 'session_start' }, event] : [event]
    for (const each of events) {
      const named = asSent(each, at)
      // Where nothing can be stored, it waits as long as the page is there.
      if (!(await store.events.add(named))) await queueOf(userId).add(named)
    }
    await store.keep('last-event', at)
  })
  lastHere = at
}

const hold = async (userId: string | null, event: NewEvent, at: number) =>
  void (await queueOf(userId).add(asSent(event, at)))

const asSent = (event: NewEvent, at: number): UsageEvent & { id: string } => ({ ...event, id: newUuid(), at })

function queueOf(userId: string | null): Queue {
  const queue = inMemory.get(userId) ?? memoryQueue()
  inMemory.set(userId, queue)
  return queue
}

async function sendAll(): Promise<void> {
  clearTimeout(timer)
  timer = 0
  await adding
  if (!navigator.onLine || !server.isOver()) return
  const ends = [await sendInMemory(), await sendStored()]
  const late = ends.find(end => end.kind === 'later')
  if (late === undefined) server.beginAnew()
  else wakeIn(server.afterFailure(late.afterSeconds))
}

async function sendInMemory(): Promise<Sent> {
  for (const [userId, queue] of inMemory) {
    const end = await sendQueue(queue, userId, null)
    if (end.kind === 'later') return end
    // Somebody who is not here any more; without a database there is nowhere to wait.
    if (end.kind === 'signed-out') inMemory.delete(userId)
  }
  return { kind: 'sent' }
}

async function sendStored(): Promise<Sent> {
  const store = currentStore.get()
  if (store === null || syncState.get().kind === 'signed-out') return { kind: 'signed-out' }
  // The cookie belongs to the browser, not to this tab: what one user did must never be counted as another's.
  if ((lastUser() ?? store.userId) !== store.userId) return { kind: 'signed-out' }
  const agreed = await store.kept('analytics-consent')
  return sendQueue(store.events, store.userId, typeof agreed === 'string' ? agreed : null)
}

/** What lies in a database can wait for the next visit; what does not would be lost. It may be sent twice, under its id. */
async function sendWhileLeaving(): Promise<void> {
  await adding
  if (navigator.onLine && server.isOver()) await sendInMemory()
  void sendNow()
}

function wakeIn(milliseconds: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => void sendNow(), milliseconds)
}
