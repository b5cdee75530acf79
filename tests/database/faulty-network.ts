import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type FaultyNetwork = {
  port: number
  delayBy(milliseconds: number): void
  cut(): Promise<void>
  restore(): Promise<void>
  /** Drops what is sent in both directions and keeps the connections open, like a machine that vanishes. */
  swallow(everything: boolean): void
}

/** Forwards a new port of this machine to another one. Call cut() at the end. */
export async function startFaultyNetwork(target: number): Promise<FaultyNetwork> {
  let delay = 0
  let swallows = false
  const sockets = new Set<Socket>()
  const server = createServer(inbound => {
    const outbound = connect(target, '127.0.0.1')
    outbound.on('data', chunk => swallows || inbound.write(chunk))
    // Sends one chunk after another, so that a later one with a shorter delay does not overtake.
    let sent = Promise.resolve()
    inbound.on('data', chunk => {
      if (swallows) return
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
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    delayBy(milliseconds) {
      delay = milliseconds
    },
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: () => listen(port),
    swallow(everything) {
      swallows = everything
    },
  }
}
