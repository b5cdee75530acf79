import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

export type LoopbackRequestHandler = (
  request: Request,
  bindings: HttpBindings,
) => Response | Promise<Response>

const LOOPBACK = '127.0.0.1'

/** Only this machine can reach the server. Port 0 takes any free port. Rejects if the port is in use. */
export async function startLoopbackServer(fetch: LoopbackRequestHandler, port = 0) {
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
    hostname: LOOPBACK,
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, LOOPBACK, resolve)
  })
  const address = {
    protocol: 'http',
    host: LOOPBACK,
    port: (server.address() as AddressInfo).port,
  } as const
  return {
    address,
    base: `http://${LOOPBACK}:${address.port}`,
    close: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
