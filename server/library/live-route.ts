import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { SSEStreamingApi } from 'hono/streaming'
import { problem } from '#server/problem-response.ts'
import type { LibraryContext } from './library-context.ts'
import { revisionOf } from './user-revision.ts'

/** How often a quiet stream says that it is alive, and is asked whether its session still is (rule LS14). */
const RHYTHM = { pingMilliseconds: 20_000 }

/** Of one user at this server; only pages that are looked at listen, so nobody needs as many (rule LS20). */
const MOST_STREAMS = 20
const RETRY_SECONDS = 60

/**
 * GET /live: server-sent events that carry nothing but the number of the newest revision, at once and after each
 * change; what changed is pulled. `streams` counts those that are open, `endAll` ends every stream, so that the server can stop (rules LS13, LS14).
 */
export function liveRoutes(
  context: LibraryContext,
  rhythm = RHYTHM,
): { routes: Hono; streams: () => number; endAll: () => void } {
  const open = new Map<() => void, string>()
  const routes = new Hono().get('/live', async exchange => {
    const signedIn = await context.identity.userOf(exchange.req.raw)
    if (signedIn === null) return problem('signed-out')
    // Hono answers HEAD with this handler too, and nobody would ever end the stream.
    if (exchange.req.method !== 'GET') return exchange.body(null)
    const { id: userId } = signedIn.user
    if ([...open.values()].filter(each => each === userId).length >= MOST_STREAMS)
      return problem('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
    const response = streamSSE(exchange, async stream => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      open.set(end, userId)
      stream.onAbort(end)
      const stop = tell(context, stream, {
        userId,
        request: copyOf(exchange.req.raw),
        rhythm,
        end,
      })
      await ended
      stop()
      open.delete(end)
    })
    response.headers.set('cache-control', 'no-store')
    // A proxy that collects the answer before it passes it on would make it useless.
    response.headers.set('x-accel-buffering', 'no')
    return response
  })
  return {
    routes,
    streams: () => open.size,
    endAll() {
      for (const end of open.keys()) end()
    },
  }
}

type Listening = { userId: string; request: Request; rhythm: typeof RHYTHM; end: () => void }

function tell(
  { database, identity, log }: LibraryContext,
  stream: SSEStreamingApi,
  listening: Listening,
): () => void {
  const { userId, request, rhythm, end } = listening
  let told = -1
  let newest = -1
  let isWriting = false
  // One thing at a time: for a client that does not read nothing piles up, it will be told the newest number only.
  const write = async (text: string) => {
    isWriting = true
    await stream.write(text)
    isWriting = false
    sendNews()
  }
  const sendNews = () => {
    // News may come twice, and late.
    if (isWriting || newest <= told) return
    told = newest
    write(`event: revision\ndata: ${told}\n\n`).catch(end)
  }
  const send = (revision: number) => {
    newest = Math.max(newest, revision)
    sendNews()
  }
  const unsubscribe = database.bus.subscribe(userId, revision => {
    // No news is the sign that a session of this user was ended (rule ID23).
    if (revision <= told) void endWithSession()
    send(revision)
  })
  revisionOf(database.db, userId).then(send, (error: unknown) => {
    log.warn({ err: error }, 'a live stream ends, the database is away')
    end()
  })
  const timer = setInterval(() => {
    // Not even the last ping was read.
    if (isWriting) return end()
    write(': ping\n\n').catch(end)
    void endWithSession()
  }, rhythm.pingMilliseconds)

  async function endWithSession() {
    try {
      const signedIn = await identity.userOf(request)
      if (signedIn?.user.id !== userId) end()
    } catch {
      // The database is away: that is no reason to doubt a session.
    }
  }

  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}

/** Only what tells who it is: the request itself is over long before the stream. */
const copyOf = (request: Request) => new Request(request.url, { headers: request.headers })
