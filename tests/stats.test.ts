import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '#server/configuration.ts'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/log.ts'
import { freePort, startServer } from '../e2e/running-server.ts'
import { startPostgres } from './postgres.ts'
import type { PostgresServer } from './postgres.ts'

// npm run stats as an operator meets it: a process of its own beside a server that runs, or runs no more.

const SCRIPT = resolve(import.meta.dirname, '../scripts/stats.ts')
const DATA_DIR = mkdtempSync(join(tmpdir(), 'dacapo-stats-'))
let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

test('[AN12] the running server tells the figures, and the data folder the same when it runs no more', async () => {
  const server = await startServer({ dataDir: DATA_DIR })
  const settings = { DATA_DIR, PORT: new URL(server.origin).port }
  await count(server.origin, server.origin)
  const running = await stats(settings)
  await server.stop()
  expect(running).toMatchObject({ code: 0, errors: '' })
  expect(totalIn(running.said)).toEqual(['0', '0', '1', '2', '0', '0', '0', '0'])
  expect(await stats(settings)).toEqual(running)
})

test('[AN12] in production the running server tells whoever has its token, and nobody else', async () => {
  const port = String(await freePort())
  const settings = {
    NODE_ENV: 'production',
    ORIGIN: 'https://dacapo.example',
    SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtps://mail.example',
    DATABASE: 'embedded',
    METRICS_TOKEN: 'a token for the figures',
    PORT: port,
    LOG_LEVEL: 'silent',
  }
  const server = await startServer({ port: Number(port), env: settings })
  const inUse = { ...settings, DATA_DIR: server.dataDir }
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
  const opened = await openDatabase(read.configuration, createLog('silent'))
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
    execFile(process.execPath, [SCRIPT], { env }, (error, said, errors) => {
      done({ code: error?.code ?? 0, said, errors })
    })
  })
