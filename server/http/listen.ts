import { platform } from 'node:os'
import { createServer } from 'node:net'
import type { AddressInfo, ListenOptions, Server } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { problemResponse } from './problem-response.ts'
import { drainUnreadBody } from './drain-unread-body.ts'
import type { OverloadRefusal } from './overload-refusal.ts'
import { limitApiRequestsPerTurn } from './requests-per-turn.ts'

type Answer = (request: Request, env: unknown) => Response | Promise<Response>

/**
 * Keep-alive timeout. It must exceed the proxy's (nginx: one minute), because a request that the proxy sends on a
 * connection the server is closing fails.
 */
const IDLE_MILLISECONDS = 75_000
const SWEEP_MILLISECONDS = 50
/** Timeouts for receiving a whole request and its headers (rule HT62). A phone needs some seconds for 1 MB. */
const REQUEST_MILLISECONDS = 30_000
const HEADERS_MILLISECONDS = 10_000
const CHECK_MILLISECONDS = 2000
/** Retry-After of requests to the interface until the app is there. */
const STARTING_RETRY_SECONDS = 2
/**
 * Sockets that share the port. Node accepts one connection of each socket per turn of its event loop, so with a single
 * one new connections would wait for seconds while the process is busy (rule HT85). With many more, the turns of a burst
 * take too long (decision 0059). Only Linux shares a port evenly.
 */
const SOCKETS = platform() === 'linux' ? 96 : 1
/** Time in milliseconds that running requests get to finish when the server shuts down. After that they are aborted. */
export const GRACE_MILLISECONDS = 10_000

/** An HTTP server that listens on a port. The app that handles the requests is set later, with `setHandler`. */
export type ListeningServer = {
  kind: 'listening'
  port: number
  /**
   * Sets the request handler, and a function that may refuse a request before the handler sees it. Until then, the
   * server answers 503 to all requests except the health check /healthz.
   */
  setHandler: (answer: Answer, refuse?: OverloadRefusal) => void
  /**
   * Stops accepting connections and waits for the running requests. Aborts those that still run after the grace period.
   */
  close: () => Promise<void>
}

/**
 * Creates an HTTP server and opens its port. Call this first when the server starts, so that the start fails before it
 * changes any data if the port is in use. Returns the server, or an error message with advice if the port cannot be
 * opened.
 */
export async function listen(
  host: string,
  port: number,
  graceMilliseconds = GRACE_MILLISECONDS,
  requestMilliseconds = REQUEST_MILLISECONDS,
): Promise<ListeningServer | { kind: 'failed'; message: string }> {
  let answer: Answer = comeBack
  let refuse: OverloadRefusal = () => false
  const handle = getRequestListener(async (request, env) =>
    drainUnreadBody(request, env, await answer(request, env)),
  )
  const timeouts = {
    keepAliveTimeout: IDLE_MILLISECONDS,
    headersTimeout: Math.min(HEADERS_MILLISECONDS, requestMilliseconds),
    requestTimeout: requestMilliseconds,
    connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, requestMilliseconds),
  }
  const handleSome = limitApiRequestsPerTurn((incoming, outgoing) => {
    // It may have waited until the server was overloaded.
    if (!refuse(incoming, outgoing)) void handle(incoming, outgoing)
  })
  const server = createHttpServer(timeouts, (incoming, outgoing) => {
    if (!refuse(incoming, outgoing)) handleSome(incoming, outgoing)
  })
  const opened = await openPort(server, host, port)
  if (opened instanceof Error) return { kind: 'failed', message: messageOf(opened, host, port) }
  return {
    kind: 'listening',
    port: opened.port,
    setHandler(next, refuseEarly = () => false) {
      answer = next
      refuse = refuseEarly
    },
    async close() {
      const closed = Promise.all([server, ...opened.others].map(closeServer))
      const cut = () => server.closeAllConnections()
      const letGo = () => server.closeIdleConnections()
      letGo()
      const timer = setTimeout(cut, graceMilliseconds)
      // Closes keep-alive connections as soon as they are idle, because no further request may arrive here.
      const sweep = setInterval(letGo, SWEEP_MILLISECONDS)
      await closed
      clearTimeout(timer)
      clearInterval(sweep)
    },
  }
}

/** Opens the sockets, of which `server` has the first. Returns what went wrong if the port cannot be used. */
async function openPort(server: Server, host: string, port: number) {
  // A port that another process shares would be shared with it, too. Port 0 is always a free one.
  const probe = createServer()
  const isFree = port === 0 ? null : await listenOn(probe, { host, port })
  if (isFree instanceof Error) return isFree
  if (isFree !== null) await closeServer(probe)

  const reusePort = SOCKETS > 1
  const first = await listenOn(server, { host, port, reusePort })
  if (first instanceof Error) return first
  const others: Server[] = []
  while (others.length < SOCKETS - 1) {
    // The options of an HTTP server's own socket.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, socket =>
      server.emit('connection', socket),
    )
    const result = await listenOn(other, { host: first.address, port: first.port, reusePort })
    if (result instanceof Error) return result
    others.push(other)
  }
  return { port: first.port, others }
}

/** Opens one socket. A connection that it cannot accept later, for lack of memory, costs that one only (rule HT87). */
async function listenOn(server: Server, options: ListenOptions): Promise<AddressInfo | Error> {
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  server.once('error', resolve)
  server.listen(options, () => resolve(null))
  const error = await promise
  const address = server.address()
  if (error !== null) return error
  server.off('error', resolve).on('error', fault => process.emitWarning(fault))
  return typeof address === 'object' && address !== null ? address : new Error('it has no address')
}

/** Stops accepting connections, and resolves when those that are open have ended. */
const closeServer = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))

/**
 * Answers until the app is there, which takes as long as the database is not (rule DB40): the process lives, and
 * everything else is asked for later.
 */
function comeBack({ url }: Request): Response {
  const { pathname } = new URL(url)
  if (pathname === '/healthz') return withHeaders(Response.json({ status: 'ok' }))
  if (pathname.startsWith('/api/') || pathname === '/readyz')
    return withHeaders(problemResponse('unavailable', { retryAfterSeconds: STARTING_RETRY_SECONDS }))
  const headers = { refresh: '1', 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' }
  return withHeaders(new Response('Dacapo is starting …', { status: 503, headers }))
}

/** Sets the headers that the app, which is not there yet, sets on every response (rule HT6). */
function withHeaders(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  response.headers.set(
    'content-security-policy',
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  )
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

function messageOf(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : port - 1
    return `Port ${port} is in use, perhaps by a Dacapo that is running already. Choose another port: PORT=${other} npm start`
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${host} is no address of this machine. Leave HOST out to listen on this machine only.`
  }
  return `Dacapo cannot listen on ${host}:${port}: ${error.message}`
}
