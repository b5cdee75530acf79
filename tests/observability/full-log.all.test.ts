import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
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
const TO_STDOUT = { ...PRODUCTION_ENVIRONMENT, LOG_TO: 'stdout' }
const TO_FILES = { ...PRODUCTION_ENVIRONMENT, LOG_TO: 'files' }
const REQUESTS = 200

const setUps: [string, Record<string, string>][] = [
  ['words for a developer', {}],
  ['lines on a development machine', DEVELOPMENT],
  ['lines on stdout', TO_STDOUT],
  ['files', TO_FILES],
]

test.skipIf(!hasFullFile).each(setUps)(
  '[HT86] a log of %s that is full, with an output that is full, costs lines and nothing else',
  async (_, env) => {
    const dataDir = aFullLogFolder()
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

test.each(setUps)(
  '[HT86] the reader of a log of %s may end, which costs lines and nothing else',
  async (_, env) => {
    const dataDir = aFullLogFolder()
    const server = await startServerProcess({ dataDir, env })
    try {
      server.closeOutput()
      await expectToAnswer(server, env)
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    }
    expect(await server.ended).toBe(0)
  },
)

/** Creates a data folder whose log files of these days take nothing, where the system has such a file. */
function aFullLogFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-full-log-'))
  mkdirSync(join(dataDir, 'logs'))
  for (const days of hasFullFile ? [0, 1] : []) {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    symlinkSync(FULL, join(dataDir, 'logs', `${day}.jsonl`))
  }
  return dataDir
}

/** Sends requests that are logged, and on a development machine one that prints a mail. */
async function expectToAnswer({ origin }: RunningServer, env: Record<string, string>) {
  const ask = async () => (await fetch(`${origin}/api/v1/none`)).status
  const statuses = new Set<number>()
  for (let sent = 0; sent < REQUESTS; sent += 1) statuses.add(await ask())
  expect([...statuses]).toEqual([404])
  if (env['NODE_ENV'] !== 'production') await signInAt(origin, 'anna@example.org')
}
