import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFaultyNetwork } from '#tests/database/faulty-network.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { freePort } from '#tests/server/free-port.ts'

test('[DB40] a server whose PostgreSQL is away at its start answers 503, and works once it is there', async () => {
  const postgres = await startPostgres()
  const url = new URL(await postgres.createDatabase())
  const network = await startFaultyNetwork(Number(url.port))
  await network.cut()
  url.port = String(network.port)
  const port = String(await freePort())
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../stand-ins/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: port,
      DATABASE_URL: url.href,
      SECRET: 'a secret for this test only',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', chunk => (printed += String(chunk)))
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, answer.headers.get('retry-after')]
  }
  try {
    await expect.poll(() => printed).toContain('cannot be opened: connect ECONNREFUSED')
    expect(await ask('/healthz')).toEqual([200, null])
    expect(await ask('/readyz')).toEqual([503, '2'])
    expect(await ask('/api/v1/session')).toEqual([503, '2'])

    await network.restore()
    await expect.poll(() => ask('/readyz')).toEqual([200, null])
    expect(await ask('/api/v1/session')).toEqual([200, null])
    // The log names the address and the reason once, not at every retry.
    expect(printed.match(/cannot be opened/g)).toHaveLength(1)
    expect(server.exitCode).toBeNull()
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    await network.cut()
    await postgres.stop()
  }
})
