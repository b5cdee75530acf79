import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '#server/settings/configuration.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/observability/log.ts'
import { listen } from '#server/http/listen.ts'
import { startServer } from '#server/start-server.ts'
import { standIns } from '#stand-ins/stand-ins.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import type { PostgresServer } from '#tests/database/postgres.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { QUICK_START_FLAGS } from '#tests/server/quick-start-flags.ts'

// npm run stats as an operator meets it: a process of its own beside a server that runs, or runs no more.

const SCRIPT = resolve(import.meta.dirname, '../../scripts/stats.ts')
const folder = mkdtempSync(join(tmpdir(), 'dacapo-stats-'))
let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('[AN12] the running server tells the figures, and the data folder the same when it runs no more', async () => {
  // Server and script derive the key of /dev from the secret in the data folder.
  const DATA_DIR = join(folder, 'development')
  const server = await serverWith({ DATA_DIR })
  const settings = { DATA_DIR, PORT: server.port }
  await count(server.origin, server.origin)
  const running = await stats(settings)
  await server.stop()
  expect(running).toMatchObject({ code: 0, errors: '' })
  expect(totalIn(running.said)).toEqual(['0', '0', '1', '2', '0', '0', '0', '0'])
  expect(await stats(settings)).toEqual(running)
})

test('[AN12] in production the running server tells whoever has its token, and nobody else', async () => {
  const settings = {
    ...PRODUCTION_ENVIRONMENT,
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    DATA_DIR: join(folder, 'production'),
    LOG_LEVEL: 'silent',
  }
  const server = await serverWith(settings)
  const inUse = { ...settings, PORT: server.port }
  await count(server.origin, settings.ORIGIN)
  const { METRICS_TOKEN: _, ...without } = inUse
  const [told, refused] = [await stats(inUse), await stats(without)]
  const guessed = await fetch(`${server.origin}/metrics/usage`, {
    headers: { authorization: 'Bearer guess' },
  })
  const open = await fetch(`${server.origin}/dev/stats`)
  await server.stop()
  expect(totalIn(told.said)).toEqual(['0', '0', '1', '2', '0', '0', '0', '0'])
  expect(refused).toMatchObject({ code: 1, said: '' })
  expect(refused.errors).toContain('is in use by')
  expect(refused.errors).toContain('the same METRICS_TOKEN and PORT')
  expect([guessed.status, open.status]).toEqual([404, 404])
})

test('[AN12] PostgreSQL tells them, whoever else is using it', async () => {
  const DATABASE_URL = await postgres.createDatabase()
  expect(await stats({ DATABASE_URL })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('npm run migrate'),
  })
  const read = readConfiguration({ SECRET: 'x', DATABASE_URL })
  if (read.kind === 'faulty') throw new Error(read.message)
  const opened = await openDatabase(read.configuration, createLogger('silent'))
  if (opened.kind === 'failed') throw new Error(opened.message)
  const now = Date.now()
  const rows = ['sign_up', 'add_piece', 'add_piece'].map(name => ({
    id: randomUUID(),
    user_id: 'clara',
    name,
    parameters: '{}',
    at: now,
    received_at: now,
  }))
  await opened.database.db.insertInto('event').values(rows).execute()
  const { code, said } = await stats({ DATABASE_URL })
  await opened.database.close()
  expect(code).toBe(0)
  expect(totalIn(said)).toEqual(['0', '0', '1', '0', '2', '0', '0', '0'])
  expect(said).toMatch(/^add_piece +1 +100 %$/m)
  expect(said).toMatch(/^start_practice +0 +0 %$/m)
})

/** Runs a server on a free port, as server/run-server.ts does in a process of its own. */
async function serverWith(settings: { DATA_DIR: string } & Record<string, string>) {
  await prepareDataFolder(settings.DATA_DIR)
  const door = await listen('localhost', 0)
  if (door.kind === 'failed') throw new Error(door.message)
  const port = String(door.port)
  const read = readConfiguration({ ...settings, PORT: port })
  if (read.kind === 'faulty') throw new Error(read.message)
  const server = await startServer(read.configuration, read.configuration.production ? null : standIns)
  if (server.kind === 'failed') throw new Error(server.message)
  door.setHandler(server.app.fetch)
  const stop = async () => {
    server.drain()
    await door.close()
    await server.close()
  }
  return { port, origin: `http://localhost:${port}`, stop }
}

/** Two page views and a sign_up of nobody, sent as a browser sends them. */
async function count(address: string, origin: string) {
  const at = Date.now()
  const events = [
    { name: 'page_view', at, path: '/' },
    { name: 'page_view', at: at - 3 * 86_400_000, path: '/terms' },
    { name: 'sign_up', at, method: 'Email' },
  ]
  const answer = await fetch(`${address}/api/v1/events`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(answer.status).toBe(204)
}

const totalIn = (said: string) => /^total +(.*)$/m.exec(said)?.[1]?.split(/ +/)

const stats = (settings: Record<string, string>) =>
  new Promise<{ code: unknown; said: string; errors: string }>(done => {
    const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...settings }
    execFile(process.execPath, [...QUICK_START_FLAGS, SCRIPT], { env }, (error, said, errors) => {
      done({ code: error?.code ?? 0, said, errors })
    })
  })
