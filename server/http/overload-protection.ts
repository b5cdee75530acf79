import type { Context, MiddlewareHandler } from 'hono'
import type { QueueLoad } from '#server/database/fair-queue.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import type { ConfiguredLimits } from '#server/settings/limits.ts'
import { problemResponse } from './problem-response.ts'
import { announcesBody } from './request-body.ts'

type OverloadLimits = Pick<ConfiguredLimits, 'openRequests' | 'runningRequests' | 'waitMilliseconds'>
type Waiter = { since: number; resolve: (mayRun: boolean) => void }

/** Retry-After of a refused request, chosen at random so that refused clients do not come back together. */
const RETRY_SECONDS = { least: 2, most: 8 }
/** A request that runs longer no longer counts as running: it waits for something outside, such as a mail server. */
const COUNTED_MILLISECONDS = 5000
/** One client may have this share of all open requests, so that its burst does not make others meet a full server. */
const SHARE_PER_CLIENT = 1 / 5
const CLIENT_RETRY_SECONDS = 1

/**
 * Protects the server from more API requests than it can handle. `refuseWhenOverloaded` refuses new requests,
 * `limitRunning` lets the accepted ones run a few at a time, and `isOverloaded` and `load` report the state.
 */
export type OverloadProtection = {
  isOverloaded: () => boolean
  /** Counts a request as refused. Returns the number of seconds after which the client may send it again. */
  retryAfterSeconds: () => number
  /** Refuses requests while the server is overloaded. Must come before all middlewares that take time. */
  refuseWhenOverloaded: MiddlewareHandler
  /** Limits the number of requests that run at the same time. Further requests wait. */
  limitRunning: MiddlewareHandler
  load: () => QueueLoad
}

/**
 * Creates the protection of the server from too many API requests (rule HT85). Only a limited number of requests run
 * at the same time; further ones wait in order. New requests are refused with 503 if too many requests are open, or if
 * the first waiting one has waited for `waitMilliseconds`. A single client that has a fifth of the permitted open
 * requests is refused with 429. Refused requests have no effect on data.
 *
 * @param clientOf returns the address of the client that sent a request
 */
export function createOverloadProtection(
  { openRequests, runningRequests, waitMilliseconds }: OverloadLimits,
  clientOf: (exchange: Context) => string,
  countedMilliseconds = COUNTED_MILLISECONDS,
): OverloadProtection {
  let open = 0
  const openPerClient = new Map<string, number>()
  let running = 0
  // In order of arrival.
  const waiting = new Set<Waiter>()

  function isLate(): boolean {
    const [first] = waiting
    return first !== undefined && performance.now() - first.since >= waitMilliseconds
  }

  async function mayRun(): Promise<boolean> {
    if (running < runningRequests) {
      running += 1
      return true
    }
    if (isLate()) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { since: performance.now(), resolve }
    waiting.add(waiter)
    const timer = setTimeout(() => {
      waiting.delete(waiter)
      resolve(false)
    }, 2 * waitMilliseconds)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  function letNextRun(): void {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    waiting.delete(next)
    next.resolve(true)
  }

  const isOverloaded = () => open >= openRequests || isLate()
  return {
    isOverloaded,
    retryAfterSeconds,
    load: () => ({ running, waiting: waiting.size }),
    async refuseWhenOverloaded(exchange, next) {
      if (isOverloaded()) return refusal()
      const client = clientOf(exchange)
      const own = openPerClient.get(client) ?? 0
      if (own >= openRequests * SHARE_PER_CLIENT)
        return problemResponse('too-many-requests', { retryAfterSeconds: CLIENT_RETRY_SECONDS })
      open += 1
      openPerClient.set(client, own + 1)
      try {
        return await next()
      } finally {
        open -= 1
        const left = (openPerClient.get(client) ?? 1) - 1
        if (left === 0) openPerClient.delete(client)
        else openPerClient.set(client, left)
      }
    },
    async limitRunning(exchange, next) {
      // A slow upload must not count as running. Hono keeps the text for the route.
      if (announcesBody(exchange.req.raw.headers)) await exchange.req.text()
      if (!(await mayRun())) return refusal()
      let isCounted = true
      const stopCounting = () => {
        if (isCounted) letNextRun()
        isCounted = false
      }
      const timer = setTimeout(stopCounting, countedMilliseconds)
      try {
        return await next()
      } finally {
        clearTimeout(timer)
        stopCounting()
      }
    },
  }
}

const refusal = () => problemResponse('unavailable', { retryAfterSeconds: retryAfterSeconds() })

function retryAfterSeconds(): number {
  incrementCounter.shedRequest()
  const { least, most } = RETRY_SECONDS
  return least + Math.floor(Math.random() * (most - least + 1))
}
