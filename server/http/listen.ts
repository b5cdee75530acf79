import { createAdaptorServer } from '@hono/node-server'
import { drainUnreadBody } from './drain-unread-body.ts'

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
/** How long running requests may take when the server shuts down. */
const GRACE_MILLISECONDS = 10_000

/** A server whose port is open. */
export type ListeningServer = {
  kind: 'listening'
  port: number
  /** Sets the request handler. Until then every request is answered with 503. */
  setHandler: (answer: Answer) => void
  /** Stops accepting connections, waits for running requests, and closes the rest after the grace period. */
  close: () => Promise<void>
}

/**
 * Listens before anything else is opened, so that no data is touched if the port is taken. If it fails, `message` says
 * what to do.
 */
export async function listen(
  host: string,
  port: number,
  graceMilliseconds = GRACE_MILLISECONDS,
  requestMilliseconds = REQUEST_MILLISECONDS,
): Promise<ListeningServer | { kind: 'failed'; message: string }> {
  let answer: Answer = () => comeBack()
  const server = createAdaptorServer({
    fetch: async (request, env) => drainUnreadBody(request, env, await answer(request, env)),
    serverOptions: {
      keepAliveTimeout: IDLE_MILLISECONDS,
      headersTimeout: Math.min(HEADERS_MILLISECONDS, requestMilliseconds),
      requestTimeout: requestMilliseconds,
      connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, requestMilliseconds),
    },
  })
  const listening = Promise.withResolvers<'listening' | Error>()
  server.once('error', listening.resolve)
  server.listen(port, host, () => listening.resolve('listening'))
  const result = await listening.promise
  if (result !== 'listening') return { kind: 'failed', message: messageOf(result, host, port) }

  const address = server.address()
  return {
    kind: 'listening',
    port: typeof address === 'object' && address !== null ? address.port : port,
    setHandler(next) {
      answer = next
    },
    async close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      // @hono/node-server creates an HTTP/1.1 server unless it is told otherwise.
      const cut = () => 'closeAllConnections' in server && server.closeAllConnections()
      const letGo = () => 'closeIdleConnections' in server && server.closeIdleConnections()
      letGo()
      const timer = setTimeout(cut, graceMilliseconds)
      // Closes keep-alive connections as soon as they are idle, because no further request may arrive here.
      const sweep = setInterval(letGo, SWEEP_MILLISECONDS)
      await closed.promise
      clearTimeout(timer)
      clearInterval(sweep)
    },
  }
}

function comeBack(): Response {
  const headers = {
    'cache-control': 'no-store',
    'retry-after': '1',
    refresh: '1',
    'content-type': 'text/plain; charset=utf-8',
    // The app, which sets these headers on every other response, is not there yet (rule HT6).
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
  }
  return new Response('Dacapo is starting …', { status: 503, headers })
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
