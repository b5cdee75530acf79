import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { loadUsageStats } from './usage-stats.ts'
import { formatUsageStats } from './usage-stats-text.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 21, 15)
const MIDNIGHT = Date.UTC(2026, 10, 21)
let database: Database

beforeAll(async () => {
  database = await openMemoryDatabase()
})
beforeEach(() => database.db.deleteFrom('event').execute())
afterAll(() => database.close())

test('[AN12] every event of the last 30 days is in its day, from midnight to midnight', async () => {
  await happened('page_view', [MIDNIGHT, MIDNIGHT - 1, MIDNIGHT - 29 * DAY, MIDNIGHT - 29 * DAY - 1])
  await happened('add_piece', [MIDNIGHT + 1, MIDNIGHT + 2])
  const { days } = await loadUsageStats(database.db, NOW)
  const told = days.map(({ counts }) => Object.fromEntries(counts))
  expect(told).toHaveLength(30)
  expect(told.at(-1)).toEqual({ page_view: 1, add_piece: 2 })
  expect(told.at(-2)).toEqual({ page_view: 1 })
  expect(told[0]).toEqual({ page_view: 1 })
  expect(told.slice(1, -2)).toEqual(Array.from({ length: 27 }, () => ({})))
})

test('[AN12] of those who signed up in these days, how many went how far', async () => {
  await wentThrough('all', ['sign_up', 'add_piece', 'start_practice', 'finish_practice'])
  await wentThrough('twice', ['sign_up', 'add_piece', 'add_piece', 'start_practice', 'start_practice'])
  await wentThrough('one piece', ['sign_up', 'add_piece'])
  await wentThrough('only looked', ['sign_up', 'page_view'])
  // A step without the one before it is on another way.
  await wentThrough('another device', ['sign_up', 'finish_practice'])
  await wentThrough('long here', ['login', 'add_piece', 'start_practice', 'finish_practice'])
  await wentThrough('long ago', ['sign_up', 'add_piece'], MIDNIGHT - 40 * DAY)
  await wentThrough(null, ['sign_up', 'add_piece'])
  expect((await loadUsageStats(database.db, NOW)).funnel).toEqual([5, 3, 2, 1])
})

test('[AN12] the tables are aligned, with totals and shares', async () => {
  await happened('page_view', Array(12).fill(NOW))
  for (const user of ['a', 'b', 'c']) await wentThrough(user, ['sign_up'])
  await wentThrough('d', ['sign_up', 'add_piece'])
  const lines = formatUsageStats(await loadUsageStats(database.db, NOW)).split('\n')
  const head =
    'day         session_start  login  sign_up  page_view  add_piece  begin_checkout  start_practice  finish_practice'
  expect(lines[0]).toBe('Events in the last 30 days (UTC)')
  expect(lines[2]).toBe(head)
  expect(lines[3]).toMatch(/^2026-10-23 +0 +0 +0 +0 +0 +0 +0 +0$/)
  expect(lines[32]).toMatch(/^2026-11-21 +0 +0 +4 +12 +1 +0 +0 +0$/)
  expect(lines[33]).toMatch(/^total +0 +0 +4 +12 +1 +0 +0 +0$/)
  for (const line of lines.slice(3, 34)) expect(line).toHaveLength(head.length)
  expect(lines.slice(35)).toEqual([
    'Of those who signed up in these days',
    '',
    'step             users  of the step before',
    'sign_up              4',
    'add_piece            1                25 %',
    'start_practice       0                 0 %',
    'finish_practice      0',
  ])
})

async function happened(name: string, times: readonly number[], user_id: string | null = null) {
  const rows = times.map(at => ({ id: randomUUID(), user_id, name, parameters: '{}', at, received_at: at }))
  await database.db.insertInto('event').values(rows).execute()
}

async function wentThrough(user: string | null, names: readonly string[], at = NOW) {
  for (const name of names) await happened(name, [at], user)
}
