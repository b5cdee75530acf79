import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (asked: IncomingMessage, response: ServerResponse) => void

/** Starts what stands before a server, as a proxy or a network does. Its address is another origin than the server's. */
export async function startFront(handle: Handler) {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Cuts every connection, as a server does that ends. */
    cut: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Passes a request on to the server at this origin, as if it had been asked there. */
export function passOn(asked: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, url = '/', headers } = asked
  const there = { ...headers, host: new URL(origin).host, ...(headers.origin !== undefined && { origin }) }
  const onward = request(new URL(url, origin), { method, headers: there }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  // A page that no longer listens to the live channel must not keep it open.
  response.on('close', () => onward.destroy())
  asked.pipe(onward)
}
