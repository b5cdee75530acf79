import { createAdaptorServer } from '@hono/node-server'

type Answer = (request: Request, env: unknown) => Response | Promise<Response>

/**
 * How long a connection without a request stays open. Longer than a proxy keeps its own (nginx a minute): one that the
 * server closes while the proxy sends a request on it is a request that fails.
 */
const IDLE_MILLISECONDS = 75_000
const SWEEP_MILLISECONDS = 50
/** How long requests that are being answered may take when the server ends. */
const GRACE_MILLISECONDS = 10_000

export type FrontDoor = {
  kind: 'open'
  port: number
  /** Until this is called every request is asked to come back. */
  answerWith: (answer: Answer) => void
  /** Takes no new connection, lets running requests finish, cuts off what is left after the grace period. */
  close: () => Promise<void>
}

/**
 * Listens before anything else is opened: if the port is taken, no data has been touched. The message of a
 * closed door says what to do.
 */
export async function openDoor(
  host: string,
  port: number,
  graceMilliseconds = GRACE_MILLISECONDS,
): Promise<FrontDoor | { kind: 'closed'; message: string }> {
  let answer: Answer = () => comeBack()
  const server = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    serverOptions: { keepAliveTimeout: IDLE_MILLISECONDS },
  })
  const listening = Promise.withResolvers<'listening' | Error>()
  server.once('error', listening.resolve)
  server.listen(port, host, () => listening.resolve('listening'))
  const result = await listening.promise
  if (result !== 'listening') return { kind: 'closed', message: messageOf(result, host, port) }

  const address = server.address()
  return {
    kind: 'open',
    port: typeof address === 'object' && address !== null ? address.port : port,
    answerWith(next) {
      answer = next
    },
    async close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      // What @hono/node-server makes unless it is given a maker: an HTTP/1.1 server.
      const cut = () => 'closeAllConnections' in server && server.closeAllConnections()
      const letGo = () => 'closeIdleConnections' in server && server.closeIdleConnections()
      letGo()
      const timer = setTimeout(cut, graceMilliseconds)
      // A connection whose last request has been answered is held open for the next one, which must not come here.
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
    'content-type': 'text/plain',
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
