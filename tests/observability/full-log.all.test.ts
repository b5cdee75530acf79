import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import type { RunningServer } from '../../e2e/running-server.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'

/** A file of the system that has no room for a single byte: every write fails with ENOSPC. */
const FULL = '/dev/full'
const hasFullFile = existsSync(FULL)

const DEVELOPMENT = { LOG_LEVEL: 'info' }
const REQUESTS = 200

const setUps: [string, Record<string, string>][] = [
  ['words for a developer', {}],
  ['lines on a development machine', DEVELOPMENT],
  ['lines in production', PRODUCTION_ENVIRONMENT],
]

test.skipIf(!hasFullFile).each(setUps)(
  '[HT86] %s that find no room cost those lines and nothing else',
  async (_, env) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-full-log-'))
    const full = openSync(FULL, 'w')
    const server = await startServerProcess({ dataDir, env, printTo: full })
    try {
      await expectToAnswer(server, env)
    } finally {
      await server.stop()
      closeSync(full)
      rmSync(dataDir, { recursive: true })
    }
    expect(await server.ended).toBe(0)
  },
)

test.each(setUps)('[HT86] the reader of %s may end, which costs lines and nothing else', async (_, env) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-full-log-'))
  const server = await startServerProcess({ dataDir, env })
  try {
    server.closeOutput()
    await expectToAnswer(server, env)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
  expect(await server.ended).toBe(0)
})

/** Sends requests that are logged, and on a development machine one that prints a mail. */
async function expectToAnswer({ origin }: RunningServer, env: Record<string, string>) {
  const ask = async () => (await fetch(`${origin}/api/v1/none`)).status
  const statuses = new Set<number>()
  for (let sent = 0; sent < REQUESTS; sent += 1) statuses.add(await ask())
  expect([...statuses]).toEqual([404])
  if (env['NODE_ENV'] !== 'production') await signInAt(origin, 'anna@example.org')
}
