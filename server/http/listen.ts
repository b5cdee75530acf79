import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { problemResponse } from './problem-response.ts'
import type { RequestGate } from './request-gate.ts'

type Environment = { incoming: IncomingMessage }
type Answer = (request: Request, env: Environment) => Response | Promise<Response>
type Gate = Pick<RequestGate, 'enter' | 'leave'>

const OPEN_GATE: Gate = { enter: (_incoming, _outgoing, run) => run(), leave: () => {} }

/** This is longer than a proxy's idle timeout (nginx: 60 s), so that the proxy closes its connections first. */
const IDLE_MILLISECONDS = 75_000
const SWEEP_MILLISECONDS = 50
/** With Node's default of 511, some of 2,000 simultaneous connections would be retried a second later. */
const BACKLOG = 4096
const REQUEST_MILLISECONDS = 30_000
const HEADERS_MILLISECONDS = 10_000
const CHECK_MILLISECONDS = 2000
const STARTING_RETRY_SECONDS = 2
export const SHUTDOWN_GRACE_MILLISECONDS = 10_000

export type ListeningServer = {
  kind: 'listening'
  port: number
  setHandler: (answer: Answer, gate?: Gate) => void
  close: () => Promise<void>
}

/** Call this before opening the database, so that no data is changed if the port is in use. */
export async function listen(
  host: string,
  port: number,
  graceMilliseconds = SHUTDOWN_GRACE_MILLISECONDS,
  requestMilliseconds = REQUEST_MILLISECONDS,
): Promise<ListeningServer | { kind: 'failed'; message: string }> {
  let answer: Answer = respondWhileStarting
  let gate = OPEN_GATE
  const handle = getRequestListener(async (request, env) => {
    const { incoming } = env as Environment
    try {
      return await answer(request, { incoming })
    } finally {
      gate.leave(incoming)
    }
  })
  const timeouts = {
    keepAliveTimeout: IDLE_MILLISECONDS,
    headersTimeout: Math.min(HEADERS_MILLISECONDS, requestMilliseconds),
    requestTimeout: requestMilliseconds,
    connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, requestMilliseconds),
  }
  const server = createServer(timeouts, (incoming, outgoing) =>
    gate.enter(incoming, outgoing, () => void handle(incoming, outgoing)),
  )
  const opened = await openPort(server, host, port)
  if (opened instanceof Error) return { kind: 'failed', message: messageOf(opened, host, port) }
  return {
    kind: 'listening',
    port: opened.port,
    setHandler(next, nextGate = OPEN_GATE) {
      answer = next
      gate = nextGate
    },
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
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

async function openPort(server: Server, host: string, port: number): Promise<AddressInfo | Error> {
  try {
    server.listen(port, host, BACKLOG)
    await once(server, 'listening')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
  server.on('error', fault => process.emitWarning(fault))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address : new Error('it has no address')
}

function respondWhileStarting({ url }: Request): Response {
  const { pathname } = new URL(url)
  if (pathname === '/healthz') return withHeaders(Response.json({ status: 'ok' }))
  if (pathname.startsWith('/api/') || pathname === '/readyz')
    return withHeaders(problemResponse('unavailable', { retryAfterSeconds: STARTING_RETRY_SECONDS }))
  const headers = { refresh: '1', 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' }
  return withHeaders(new Response('Dacapo is starting …', { status: 503, headers }))
}

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
  switch ('code' in error && error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use, perhaps by a Dacapo that is running already. Choose another port: PORT=${(port % 65_535) + 1} npm start`
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine. Leave HOST out to listen on this machine only.`
    default:
      return `Dacapo cannot listen on ${host}:${port}: ${error.message}`
  }
}
