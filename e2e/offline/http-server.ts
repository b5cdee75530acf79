import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function startHttpServer(handle: Handler) {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    closeConnections: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function forwardRequest(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, url = '/', headers } = request
  const { host } = new URL(origin)
  const rewritten = { ...headers, host, ...(headers.origin !== undefined && { origin }) }
  const forwarded = sendRequest(new URL(url, origin), { method, headers: rewritten }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  // A page that no longer listens to the live channel must not keep it open.
  response.on('close', () => forwarded.destroy())
  request.pipe(forwarded)
}
