import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ephemeral ports, which begin at 32768 or 49152: the system may give those to others at any time. Browsers
// block port 10080.
const FIRST = 11_000
const LAST = 32_000

let next = randomInt(FIRST, LAST)

/** Each process begins at a random port, so that two processes rarely get the same one before they use it. */
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
