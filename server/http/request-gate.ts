import type { IncomingMessage, ServerResponse } from 'node:http'
import { createProblemDocument, type ProblemCode } from '#core/protocol/problem.ts'
import { postStripeEvent } from '#core/protocol/operations.ts'
import { syncOperation } from '#core/protocol/sync-protocol.ts'
import type { Database, QueueLoad } from '#server/database/database.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { clientAddressOfNodeRequest, networkOfClient } from './client-address.ts'
import { createSecurityHeaderBuilder } from './security-headers.ts'

/** PGlite, the embedded database, runs one statement at a time; eight requests already keep it busy. */
const MOST_RUNNING = { embedded: 8, postgres: 16 }
const MOST_WAITING = 200
const TIMES = {
  /** After this time, a request no longer counts as running: it probably waits for a service like Stripe. */
  countedMilliseconds: 1000,
  longestWaitMilliseconds: 5000,
  /** Refusals are delayed, because a program may repeat its request at once. */
  refusalMilliseconds: 200,
}
const PAUSE = { times: 2, leastMilliseconds: 5, mostMilliseconds: 400 }
const LARGE_BODY_BYTES = 2 ** 13
const MOST_ARRIVING = 200
/** This is enough to sync 50 new pieces. Parsing a larger malicious body would delay other requests. */
const LARGEST_BODY_BYTES = 2 ** 18
const LARGEST_OTHER_BODY_BYTES = 2 ** 16
const HAS_LARGE_BODY: ReadonlySet<string | undefined> = new Set([syncOperation.path, postStripeEvent.path])
/** Up to this size, an oversized body is read and discarded, so that its sender gets the response. */
const MOST_DISCARDED_BYTES = 8 * 2 ** 20
const RETRY_SECONDS = { least: 2, most: 8 }

const FREE = /^\/(healthz|readyz|metrics|assets\/[\w-][\w.-]*)$/

export type RequestGate = {
  enter: (incoming: IncomingMessage, outgoing: ServerResponse, run: () => void) => void
  /** Call this when the response has been computed, even if the client has not received it yet. */
  leave: (incoming: IncomingMessage) => void
  load: () => QueueLoad
}

type GatedRequest = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  run: () => void
  client: string
  user: string | null
  bodyBytes: number
}

type Settings = Pick<Configuration, 'origin' | 'feedbackWidget' | 'trustedProxies'>

/**
 * Limits concurrent requests (HT62, HT84). A request's owner is its user or a guest's IP network. If the body
 * was large or the owner has further requests waiting, the next one waits up to 400 ms to let others pass. If
 * too many requests wait, the oldest request of the owner with the most waiting ones is refused.
 */
export function createRequestGate(
  settings: Settings,
  userOfCookie: (cookie: string | undefined) => string | null,
  database: Database['kind'],
  { countedMilliseconds, longestWaitMilliseconds, refusalMilliseconds } = TIMES,
): RequestGate {
  const refuse = createRefusal(settings)
  const mostRunning = MOST_RUNNING[database]
  const arriving = new WaitingRoom(MOST_ARRIVING)
  const waiting = new WaitingRoom(MOST_WAITING)
  const runningOf = new Map<string, number>()
  const paused = new Map<string, NodeJS.Timeout>()
  const leaving = new WeakMap<IncomingMessage, () => void>()
  let running = 0

  function receiveBody(request: GatedRequest): void {
    const { incoming, outgoing } = request
    const chunks: Buffer[] = []
    let bytes = 0
    const most = HAS_LARGE_BODY.has(incoming.url) ? LARGEST_BODY_BYTES : LARGEST_OTHER_BODY_BYTES
    const isAnnouncedTooLarge = Number(incoming.headers['content-length'] ?? 0) > most
    if (isAnnouncedTooLarge) refuseLater(() => refuse(outgoing, 'too-large'))
    else giveWay(arriving.add(request), { connection: 'close' })
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else if (arriving.delete(request)) refuseLater(() => refuse(outgoing, 'too-large'))
      if (bytes > MOST_DISCARDED_BYTES) incoming.destroy()
    })
    incoming.on('end', () => {
      if (!arriving.delete(request)) return
      // Hono's adapter takes the body from here.
      Object.assign(incoming, { rawBody: Buffer.concat(chunks) })
      request.bodyBytes = bytes
      wait(request)
    })
  }

  const refuseLater = (refuse: () => void) => void setTimeout(refuse, refusalMilliseconds).unref()

  function wait(request: GatedRequest): void {
    const crowdedOut = waiting.add(request)
    if (crowdedOut !== null) {
      // Otherwise the body would be kept until then.
      Object.assign(crowdedOut.incoming, { rawBody: undefined })
      refuseLater(() => giveWay(crowdedOut))
    }
    // Does not run at once: a flood of quick requests would be answered as it is read, before others' turn.
    setImmediate(runNext)
    setTimeout(() => giveWay(waiting.delete(request) ? request : null), longestWaitMilliseconds).unref()
  }

  function giveWay(request: GatedRequest | null, headers: Record<string, string> = {}): void {
    if (request === null) return
    refuse(request.outgoing, 'unavailable', { ...headers, 'retry-after': retryAfterSeconds() })
  }

  function runNext(): void {
    while (running < mostRunning) {
      const request = waiting.takeNext(request => {
        const { client, user } = request
        const isUserFree = user === null || !runningOf.has(user)
        return !paused.has(ownerOf(request)) && isUserFree && (runningOf.get(client) ?? 0) < mostRunning / 4
      })
      if (request === null) return
      run(request)
    }
  }

  function pauseOwner(request: GatedRequest, ranMilliseconds: number): void {
    const owner = ownerOf(request)
    const isOtherHere = running > 0 || waiting.size > 0
    const mustPause = waiting.has(owner) || (request.bodyBytes > LARGE_BODY_BYTES && isOtherHere)
    if (!mustPause) return
    clearTimeout(paused.get(owner))
    const milliseconds = Math.max(PAUSE.leastMilliseconds, PAUSE.times * ranMilliseconds)
    const end = () => {
      paused.delete(owner)
      runNext()
    }
    paused.set(owner, setTimeout(end, Math.min(milliseconds, PAUSE.mostMilliseconds)).unref())
  }

  function run(request: GatedRequest): void {
    const { incoming, outgoing, client, user } = request
    const started = performance.now()
    const keys = user === null ? [client] : [client, user]
    running += 1
    for (const key of keys) runningOf.set(key, (runningOf.get(key) ?? 0) + 1)
    let isCounted = true
    function stopCounting() {
      clearTimeout(timer)
      if (!isCounted) return
      isCounted = false
      running -= 1
      for (const key of keys) {
        const left = (runningOf.get(key) ?? 1) - 1
        if (left === 0) runningOf.delete(key)
        else runningOf.set(key, left)
      }
      pauseOwner(request, performance.now() - started)
      // Not at once, so that connections and health checks are looked at between two requests.
      setImmediate(runNext)
    }
    const timer = setTimeout(stopCounting, countedMilliseconds)
    leaving.set(incoming, stopCounting)
    outgoing.once('close', stopCounting)
    request.run()
  }

  return {
    enter(incoming, outgoing, run) {
      if (FREE.test(incoming.url ?? '') && !announcesBody(incoming)) return run()
      const client = networkOfClient(clientAddressOfNodeRequest(incoming, settings.trustedProxies))
      const user = userOfCookie(incoming.headers.cookie)
      const request: GatedRequest = { incoming, outgoing, run, client, user, bodyBytes: 0 }
      // Without a listener an aborted upload would end the process.
      incoming.on('error', () => {})
      outgoing.once('close', () => {
        arriving.delete(request)
        waiting.delete(request)
      })
      if (announcesBody(incoming)) receiveBody(request)
      else wait(request)
    },
    leave: incoming => leaving.get(incoming)?.(),
    load: () => ({ running, waiting: waiting.size }),
  }
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function retryAfterSeconds(): string {
  counterIncrementers.shedRequest()
  const { least, most } = RETRY_SECONDS
  return String(least + Math.floor(Math.random() * (most - least + 1)))
}

class WaitingRoom {
  readonly #requests = new Map<string, Set<GatedRequest>>()
  readonly #most: number
  size = 0

  constructor(most: number) {
    this.#most = most
  }

  add(request: GatedRequest): GatedRequest | null {
    const owner = ownerOf(request)
    this.#requests.set(owner, (this.#requests.get(owner) ?? new Set()).add(request))
    this.size += 1
    if (this.size <= this.#most) return null
    const all = [...this.#requests.values()]
    const [oldest] = all.reduce((most, one) => (one.size > most.size ? one : most))
    return oldest !== undefined && this.delete(oldest) ? oldest : null
  }

  has(owner: string): boolean {
    return this.#requests.has(owner)
  }

  delete(request: GatedRequest): boolean {
    const own = this.#requests.get(ownerOf(request))
    if (own?.delete(request) !== true) return false
    if (own.size === 0) this.#requests.delete(ownerOf(request))
    this.size -= 1
    return true
  }

  takeNext(mayRun: (request: GatedRequest) => boolean): GatedRequest | null {
    for (const [owner, own] of this.#requests) {
      const [first] = own
      if (first === undefined || !mayRun(first)) continue
      this.delete(first)
      if (own.size > 0) {
        this.#requests.delete(owner)
        this.#requests.set(owner, own)
      }
      return first
    }
    return null
  }
}

const ownerOf = ({ user, client }: GatedRequest): string => user ?? client

function createRefusal(settings: Settings) {
  const type = 'application/problem+json'
  const common = {
    ...Object.fromEntries(createSecurityHeaderBuilder(settings)('/api/', type)),
    'content-type': type,
    'cache-control': 'no-store',
  }
  return (outgoing: ServerResponse, code: ProblemCode, headers: Record<string, string> = {}) => {
    const document = createProblemDocument(code)
    outgoing.writeHead(document.status, { ...common, ...headers }).end(JSON.stringify(document))
  }
}
