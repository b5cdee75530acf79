import type { IncomingMessage, ServerResponse } from 'node:http'

type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * API requests that one turn of the event loop handles. Each takes some tenths of a millisecond, so a burst of hundreds
 * would otherwise be one turn of 100 ms, during which the health check waits.
 */
const API_REQUESTS_PER_TURN = 8

/**
 * Wraps a request handler so that each iteration of Node's event loop handles at most `perTurn` API requests (rule
 * HT85). Further API requests wait for the next iterations, in order of arrival, and are dropped if their client
 * disconnects meanwhile. All other requests are handled at once.
 */
export function limitApiRequestsPerTurn(
  handle: RequestHandler,
  perTurn = API_REQUESTS_PER_TURN,
): RequestHandler {
  let left = perTurn
  let isTurnScheduled = false
  let waiting: Parameters<RequestHandler>[] = []

  function scheduleTurn(): void {
    if (isTurnScheduled) return
    isTurnScheduled = true
    setImmediate(startTurn)
  }

  function startTurn(): void {
    isTurnScheduled = false
    left = perTurn
    const next = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    for (const request of next) run(...request)
  }

  function run(incoming: IncomingMessage, outgoing: ServerResponse): void {
    left -= 1
    scheduleTurn()
    // The client may have given up meanwhile.
    if (!incoming.destroyed) handle(incoming, outgoing)
  }

  return (incoming, outgoing) => {
    if (incoming.url?.startsWith('/api/') !== true) return handle(incoming, outgoing)
    if (left > 0 && waiting.length === 0) return run(incoming, outgoing)
    waiting.push([incoming, outgoing])
    scheduleTurn()
  }
}
