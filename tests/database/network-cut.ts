import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Forwards a port of this machine to another, until it is cut: then it ends every connection and accepts none. */
export async function startForwarder(target: number) {
  const sockets = new Set<Socket>()
  const server = createServer(inbound => {
    const outbound = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
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
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}
