import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Systems give connections and servers without a port of their own one from 32768 or 49152 on, so one from there could
// be somebody else's before it is used. Browsers refuse 10080.
const FIRST = 11_000
const LAST = 32_000

let next = randomInt(FIRST, LAST)

/** Processes begin at random ports, so that hardly ever two are given the same one while a server is starting. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port === LAST ? FIRST : port + 1
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}
