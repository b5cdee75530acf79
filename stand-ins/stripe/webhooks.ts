import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { StripeState } from './stripe-state.ts'

type Settings = {
  /** The URL that receives events. If null, events are only stored. */
  url: string | null
  secret: string
  now: () => number
  /** Returns the milliseconds to wait before the next attempt, after this number of failed attempts. */
  waitAfter?: ((tries: number) => number) | undefined
  /** Called when the data has changed. */
  changed: () => void
}

const LONGEST_ANSWER = 10_000
const MOST_TRIES = 12
// Grows from a second to an hour. Stripe's own delays would be too long for a developer.
const backOff = (tries: number) => Math.min(1000 * 4 ** (tries - 1), 3_600_000)

/**
 * Creates the functions that deliver Stripe events to the app's server by webhook. As Stripe does, they sign events,
 * send them concurrently and out of order, and repeat each until the server accepts it, but at most 12 times.
 */
export function createWebhookDelivery(
  state: StripeState,
  { url, secret, now, waitAfter = backOff, changed }: Settings,
) {
  const timers = new Map<string, NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()
  let held = false
  let closed = false

  /** Sends all events that were not accepted and are not waiting for a retry. */
  function announce() {
    if (url === null || held || closed) return
    for (const id of Object.keys(state.undelivered)) if (!timers.has(id)) sendIn(0, id)
  }

  function sendIn(milliseconds: number, id: string) {
    const timer = setTimeout(() => track(deliver(id)), milliseconds)
    timer.unref()
    timers.set(id, timer)
  }

  function track(sending: Promise<void>) {
    underWay.add(sending)
    void sending.finally(() => underWay.delete(sending))
  }

  async function deliver(id: string) {
    const taken = await send(id)
    timers.delete(id)
    const tries = (state.undelivered[id] ?? 0) + 1
    if (taken || tries >= MOST_TRIES) delete state.undelivered[id]
    else {
      state.undelivered[id] = tries
      if (!held && !closed) sendIn(waitAfter(tries), id)
    }
    changed()
  }

  /** Delivers an event once. Returns true if the receiver accepted it. */
  async function send(id: string): Promise<boolean> {
    const event = state.events[id]
    if (event === undefined || url === null) return false
    event.pending_webhooks = 0
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signWebhook(payload, secret, Math.floor(now() / 1000)),
      'user-agent': 'Stripe/1.0 (stand-in)',
    }
    const signal = AbortSignal.timeout(LONGEST_ANSWER)
    try {
      const answer = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      // Nobody listens, or the response is too slow. Stripe retries, too.
      return false
    }
  }

  return {
    announce,
    /** Holds back all events that were not accepted yet, and all later ones. */
    hold() {
      held = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
    /** Sends the events held back, and all later ones. */
    release() {
      held = false
      announce()
    },
    /** Returns the events that were not accepted, oldest first. */
    waiting: () => Object.keys(state.undelivered).flatMap(id => state.events[id] ?? []),
    /** Sends these events one after the other in this order, even if they were accepted before. */
    async deliverNow(ids: readonly string[]): Promise<boolean[]> {
      const taken: boolean[] = []
      for (const id of ids) {
        const done = await send(id)
        if (done) delete state.undelivered[id]
        taken.push(done)
      }
      changed()
      return taken
    },
    /** Drops these events without delivering them. */
    lose(ids: readonly string[]) {
      for (const id of ids) {
        clearTimeout(timers.get(id))
        timers.delete(id)
        delete state.undelivered[id]
      }
      changed()
    },
    /** Resolves when every event was accepted or dropped. Resolves at once while events are held back. */
    async settled() {
      const isQuiet = () =>
        held || url === null || (Object.keys(state.undelivered).length === 0 && underWay.size === 0)
      while (!isQuiet()) await pause(5)
    },
    async close() {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

/**
 * Returns the value of a Stripe-Signature header: the time in seconds, and an HMAC of time and payload. With it, the
 * server checks that an event comes from Stripe.
 */
export function signWebhook(payload: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}
