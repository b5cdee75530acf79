import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { SSEStreamingApi } from 'hono/streaming'
import { problem } from '#server/problem-response.ts'
import type { LibraryContext } from './library-context.ts'
import { revisionOf } from './user-revision.ts'

/** How often a quiet stream says that it is alive, and with which of these it is checked that its user still is. */
const RHYTHM = { pingMilliseconds: 20_000, pingsPerCheck: 3 }

/**
 * GET /live: server-sent events that carry nothing but the number of the newest revision, at once and after each
 * change; what changed is pulled. `endAll` ends every stream, so that the server can stop (rules LS13, LS14).
 */
export function liveRoutes(context: LibraryContext, rhythm = RHYTHM): { routes: Hono; endAll: () => void } {
  const open = new Set<() => void>()
  const routes = new Hono().get('/live', async exchange => {
    const signedIn = await context.identity.userOf(exchange.req.raw)
    if (signedIn === null) return problem('signed-out')
    // Hono answers HEAD with this handler too, and nobody would ever end the stream.
    if (exchange.req.method !== 'GET') return exchange.body(null)
    const response = streamSSE(exchange, async stream => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      open.add(end)
      stream.onAbort(end)
      const stop = tell(context, stream, {
        userId: signedIn.user.id,
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
    endAll() {
      for (const end of open) end()
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
  const send = (revision: number) => {
    // News may come twice, and late.
    if (revision <= told) return
    told = revision
    stream.writeSSE({ event: 'revision', data: String(revision) }).catch(end)
  }
  const unsubscribe = database.bus.subscribe(userId, send)
  revisionOf(database.db, userId).then(send, (error: unknown) => {
    log.warn({ err: error }, 'a live stream ends, the database is away')
    end()
  })
  let pings = 0
  const timer = setInterval(() => {
    pings += 1
    stream.write(': ping\n\n').catch(end)
    if (pings % rhythm.pingsPerCheck === 0) void endWithSession()
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
