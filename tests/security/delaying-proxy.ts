import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Delays every request and every response by `delay()` milliseconds, so that responses can overtake each other. */
export async function startDelayingProxy(port: number, delay: () => number) {
  let next: { caught: () => void; let: Promise<void> } | null = null
  const server = createServer((asked, answer) => void passOn(asked, answer))

  async function passOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    await pause(delay())
    const { method, url: path } = asked
    const headers = { ...asked.headers, host: `127.0.0.1:${port}` }
    const passedOn = request({ host: '127.0.0.1', port, method, path, headers }, answered => {
      void passBack(answered, answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  }

  async function passBack(answered: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of answered) chunks.push(chunk)
    const held = next
    next = null
    held?.caught()
    await (held === null ? pause(delay()) : held.let)
    answer.writeHead(answered.statusCode ?? 502, answered.headers).end(Buffer.concat(chunks))
  }

  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Catches the next answer, written as the world is then, and holds it back until it is let go. */
    holdNextAnswer() {
      const caught = Promise.withResolvers<void>()
      const free = Promise.withResolvers<void>()
      next = { caught: caught.resolve, let: free.promise }
      return { caught: caught.promise, letGo: free.resolve }
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
