import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local reverse proxy whose clients share a few persistent connections. */
export type PoolingProxy = { port: number; close: () => Promise<void> }

/**
 * Starts a local HTTP proxy that sends all requests over `connections` kept connections to the server at the local
 * `port`. It answers 502 if the server closes one during a request.
 */
export async function startConnectionPoolingHttpProxy(
  port: number,
  connections: number,
): Promise<PoolingProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  // No connection is closed for being idle: a request that is sent at that moment would get no answer.
  const server = createServer({ keepAliveTimeout: 0 }, (asked, answer) => passOn(asked, answer))

  function passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path, headers } = asked
    const passedOn = request({ agent, host: '127.0.0.1', port, method, path, headers }, answered => {
      answered.on('error', () => answer.destroy())
      const { connection: _connection, 'keep-alive': _keepAlive, ...endToEnd } = answered.headers
      answer.writeHead(answered.statusCode ?? 502, endToEnd)
      answered.pipe(answer)
    })
    passedOn.on('error', () => {
      // The rest of the body is read, or the client's own connection would break.
      asked.resume()
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    asked.pipe(passedOn)
  }

  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
