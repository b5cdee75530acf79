import { setTimeout as pause } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { StandInEvent } from './objects.ts'

const MAX_TRIES = 8
const ANSWER_MILLISECONDS = 10_000

/**
 * Creates a function that delivers events to our webhook, as Stripe does: signed, beside one another and in no order,
 * and again after a longer and longer while until they are accepted. Without a URL nothing is delivered.
 */
export function createWebhookDelivery({
  url,
  secret,
  now,
  waitAfter = tries => 1000 * 4 ** (tries - 1),
}: {
  url: string | null
  secret: string
  now: () => number
  /** Returns the milliseconds to wait before the next attempt, after this number of failed attempts. */
  waitAfter?: ((tries: number) => number) | undefined
}) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function deliver(event: StandInEvent): Promise<void> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      if (await isAccepted(event)) return
      await pause(waitAfter(tries), null, { signal: closing.signal, ref: false })
    }
  }

  async function isAccepted(event: StandInEvent): Promise<boolean> {
    if (url === null) return true
    const body = JSON.stringify(event, null, 2)
    const signature = signWebhook(body, secret, Math.floor(now() / 1000))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_MILLISECONDS)])
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      // Nobody listens, or the answer is too slow.
      return false
    }
  }

  return {
    announce: (event: StandInEvent) => {
      // Rejects only when the stand-in closes.
      const sending = deliver(event).catch(() => {})
      underWay.add(sending)
      void sending.finally(() => underWay.delete(sending))
    },
    close: async () => {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

/** Returns the value of a Stripe-Signature header: the time in seconds, and an HMAC of time and payload. */
export const signWebhook = (payload: string, secret: string, timestamp: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
