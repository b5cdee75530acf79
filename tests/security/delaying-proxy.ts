import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Delays every request and every response by `delay()` milliseconds, so that responses can overtake each other. */
export async function startDelayingProxy(port: number, delay: () => number) {
  let hold: { caught: () => void; released: Promise<void> } | null = null
  const server = createServer((incoming, response) => void forward(incoming, response))

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    await pause(delay())
    const { method, url: path } = incoming
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` }
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, upstream => {
      void sendBack(upstream, response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }

  async function sendBack(upstream: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of upstream) chunks.push(chunk)
    const held = hold
    hold = null
    held?.caught()
    await (held === null ? pause(delay()) : held.released)
    response.writeHead(upstream.statusCode ?? 502, upstream.headers).end(Buffer.concat(chunks))
  }

  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Holds back the next response until `letGo`; `caught` resolves when the server has sent it. */
    holdNextAnswer() {
      const caught = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      hold = { caught: caught.resolve, released: released.promise }
      return { caught: caught.promise, letGo: released.resolve }
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
