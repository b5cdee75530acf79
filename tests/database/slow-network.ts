import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A way to a port of this machine on which whatever clients send arrives later. */
export type SlowNetwork = {
  port: number
  /** Delays what is sent from now on, in milliseconds. */
  delayBy(milliseconds: number): void
  close(): Promise<void>
}

/** Forwards a new port to another one, at first without delay. Each message of a database client is late once. */
export async function startSlowNetwork(target: number): Promise<SlowNetwork> {
  let delay = 0
  const sockets = new Set<Socket>()
  const server = createServer(inbound => {
    const outbound = connect(target, '127.0.0.1')
    outbound.pipe(inbound)
    // One after another, so that a shorter delay does not let a later chunk overtake.
    let sent = Promise.resolve()
    inbound.on('data', chunk => {
      const late = new Promise<void>(resolve => setTimeout(resolve, delay))
      sent = sent.then(() => late).then(() => void outbound.write(chunk))
    })
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket) && other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    delayBy(milliseconds) {
      delay = milliseconds
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
