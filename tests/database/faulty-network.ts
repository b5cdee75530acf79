import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a port of this machine that can be slow, can be cut and can swallow everything. */
export type FaultyNetwork = {
  port: number
  /** Delays what clients send from now on, in milliseconds. At first nothing is late. */
  delayBy(milliseconds: number): void
  /** Ends every connection and accepts none, until it is mended. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Loses whatever is sent, in both directions, and ends no connection, as a machine that vanishes. */
  swallow(everything: boolean): void
}

/** Forwards a new port of this machine to another one. Cut it at the end. */
export async function startFaultyNetwork(target: number): Promise<FaultyNetwork> {
  let delay = 0
  let swallows = false
  const sockets = new Set<Socket>()
  const server = createServer(inbound => {
    const outbound = connect(target, '127.0.0.1')
    outbound.on('data', chunk => swallows || inbound.write(chunk))
    // One after another, so that a shorter delay does not let a later chunk overtake.
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
    mend: () => listen(port),
    swallow(everything) {
      swallows = everything
    },
  }
}
