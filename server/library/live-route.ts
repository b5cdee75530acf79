import { Hono } from 'hono'
import { getRevisionEvents } from '#core/protocol/operations.ts'
import { CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import type { ServerContext } from '#server/context.ts'
import type { Identity } from '#server/identity/identity.ts'
import { loadCurrentRevision } from './rows-since.ts'

export type LibraryServerContext = Pick<ServerContext, 'database' | 'log' | 'now'> & {
  identity: Pick<Identity, 'findSession'>
}

const RHYTHM = { pingMilliseconds: 20_000 }

/** Only every ninth ping checks the session; with every one, 5,000 streams would cause 250 queries/s. */
const PINGS_PER_CHECK = 9

const MOST_STREAMS = 20
const RETRY_SECONDS = 60

export function createLiveUpdateService(
  context: LibraryServerContext,
  rhythm = RHYTHM,
): { routes: Hono; streams: () => number; endAll: () => void } {
  const open = new Set<() => void>()
  const perUser = new Map<string, number>()
  const routes = new Hono().get(getRevisionEvents.path, async exchange => {
    const signedIn = await context.identity.findSession(exchange.req.raw)
    if (signedIn === null) return problemResponse('signed-out')
    // Hono also calls this handler for HEAD requests, and a stream opened for one would never end.
    if (exchange.req.method !== 'GET') return exchange.body(null)
    const { id: userId } = signedIn.user
    const others = perUser.get(userId) ?? 0
    if (others >= MOST_STREAMS)
      return problemResponse('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
    perUser.set(userId, others + 1)
    const { url, headers } = exchange.req.raw
    const { body, end } = openRevisionStream(context, { userId, url, headers, rhythm }, () => {
      open.delete(end)
      const left = (perUser.get(userId) ?? 1) - 1
      if (left === 0) perUser.delete(userId)
      else perUser.set(userId, left)
    })
    open.add(end)
    return new Response(body, { headers: STREAM_HEADERS })
  })
  return {
    routes,
    streams: () => open.size,
    endAll() {
      for (const end of open) end()
    },
  }
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise a proxy may buffer the response, and no event would arrive in time.
  'x-accel-buffering': 'no',
  'transfer-encoding': 'chunked',
}

/** Must not keep the request in memory, because thousands of streams stay open for a long time. */
function openRevisionStream(
  { database, identity, log }: LibraryServerContext,
  { userId, url, headers, rhythm }: { userId: string; url: string; headers: Headers; rhythm: typeof RHYTHM },
  onEnd: () => void,
): { body: ReadableStream; end: () => void } {
  let told = -1
  let waiting = -1
  let pings = 0
  let isOver = false
  // A slow client skips to the newest revision when it reads again.
  const sendNews = () => {
    if (waiting === -1 || !stream.write(`event: revision\ndata: ${waiting}\n\n`)) return
    told = waiting
    waiting = -1
  }
  const stream = createEventStream(sendNews, end)
  // Sends every other revision, also a lower one: the last one may have been forged by somebody who can
  // publish on Redis, and the device then asks for the true one.
  const send = (revision: number) => {
    if (revision === told) return
    waiting = Math.max(waiting, revision)
    sendNews()
  }
  const unsubscribe = database.bus.subscribe(userId, revision => {
    if (revision === CHECK_SESSION_REVISION) void endWithSession()
    else send(revision)
  })
  loadCurrentRevision(database.db, userId).then(send, (error: unknown) => {
    log.warn({ err: error }, 'a live stream ends, the database is away')
    end()
  })
  const timer = setInterval(() => {
    pings += 1
    // The client has not read the previous text, so it is probably gone.
    if (!stream.write(': ping\n\n')) return end()
    if (pings % PINGS_PER_CHECK === 0) void endWithSession()
  }, rhythm.pingMilliseconds)

  async function endWithSession() {
    try {
      const signedIn = await identity.findSession(new Request(url, { headers }))
      if (signedIn?.user.id !== userId) end()
    } catch {
      // The database does not respond, which says nothing about the session.
    }
  }

  function end() {
    if (isOver) return
    isOver = true
    unsubscribe()
    clearInterval(timer)
    stream.end()
    onEnd()
  }

  return { body: stream.body, end }
}

const encoder = new TextEncoder()

/** Uses no pipe, buffer or abort signal, because those of thousands of streams would take too much memory. */
function createEventStream(onWanted: () => void, onLeft: () => void) {
  let controller: ReadableStreamDefaultController | null = null
  let isWanted = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      pull() {
        isWanted = true
        onWanted()
      },
      cancel() {
        controller = null
        onLeft()
      },
    },
    // Called only if the client is reading.
    { highWaterMark: 0 },
  )
  return {
    body,
    write(text: string): boolean {
      if (!isWanted || controller === null) return false
      isWanted = false
      controller.enqueue(encoder.encode(text))
      return true
    },
    end() {
      controller?.close()
      controller = null
    },
  }
}
