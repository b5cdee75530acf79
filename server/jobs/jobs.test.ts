import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { deleteOlderRows } from '#server/database/statements.ts'
import { createLogger } from '#server/observability/log.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { housekeepingJob, subtractMonths } from './housekeeping-job.ts'
import { runJobIfDue, startJobs } from './scheduler.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())
afterEach(() => vi.useRealTimers())

const aJob = (name: string, run = async () => {}) => ({ name, everyMilliseconds: 60 * MINUTE, run })

test('[DB13] a job that several servers find due at once is done by one of them, and again when its time comes', async () => {
  let runs = 0
  const job = aJob('counted', async () => {
    runs += 1
    await new Promise(resolve => setTimeout(resolve, 20))
  })
  const servers = (now: number) => Promise.all([1, 2, 3].map(() => runJobIfDue(database.db, job, now)))
  expect((await servers(NOW)).filter(Boolean)).toHaveLength(1)
  expect(await servers(NOW + 59 * MINUTE)).toEqual([false, false, false])
  expect((await servers(NOW + 60 * MINUTE)).filter(Boolean)).toHaveLength(1)
  expect(runs).toBe(2)
})

test('[DB13] a job whose server failed over it is left to the others after ten minutes', async () => {
  const failing = aJob('failing', () => Promise.reject(new Error('no')))
  await expect(runJobIfDue(database.db, failing, NOW)).rejects.toThrow('no')
  const working = aJob('failing')
  expect(await runJobIfDue(database.db, working, NOW + 9 * MINUTE)).toBe(false)
  expect(await runJobIfDue(database.db, working, NOW + 10 * MINUTE)).toBe(true)
})

test('[DB13] a job that takes long delays no other, is not begun twice, and is told to end when the server stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = Date.now()
  let begun = 0
  let steps = 0
  let hasTimeNow = () => true
  const finish = Promise.withResolvers<void>()
  const long = {
    ...aJob('long'),
    everyMilliseconds: MINUTE,
    run: async (_db: unknown, _now: number, hasTime: () => boolean) => {
      begun += 1
      hasTimeNow = hasTime
      await finish.promise
    },
  }
  const short = { ...aJob('short', async () => void (steps += 1)), everyMilliseconds: MINUTE }
  const jobs = startJobs({ database, log: createLogger('silent'), now: () => now }, [long, short])
  for (const minutes of [1, 2]) {
    now += MINUTE
    // Told every time: a job whose last turn is still being written down does not begin.
    const counts = () => {
      vi.advanceTimersByTime(MINUTE)
      return [begun, steps]
    }
    await expect.poll(counts).toEqual([1, minutes])
  }
  expect(hasTimeNow()).toBe(true)
  const stopped = jobs.stop()
  expect(hasTimeNow()).toBe(false)
  finish.resolve()
  await stopped
  // It had no time to finish, and is due at once.
  expect(await runJobIfDue(database.db, { ...long, run: async () => {} }, now)).toBe(true)
})

test.each([-365 * DAY, 11 * MINUTE])(
  '[DB44] a server whose clock differs by %i ms from its database’s runs no job, and says why',
  async difference => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const lines: string[] = []
    const log = createLogger('error', { write: line => void lines.push(line) })
    let runs = 0
    const job = aJob(`deletes at ${difference}`, async () => void (runs += 1))
    const jobs = startJobs({ database, log, now: () => Date.now() + difference }, [job])
    vi.advanceTimersByTime(MINUTE)
    await expect.poll(() => lines.join('')).toMatch(/the clock of this server says \d{4}-.*database \d{4}-/)
    await jobs.stop()
    expect(runs).toBe(0)
  },
)

test('[DB13] rows are deleted some thousand at a time, and what is left when there is no time stays', async () => {
  const { db } = database
  const key = (index: number) => ({ key: `old-${index}`, window_start: 1, count: 1 })
  await db
    .insertInto('rate_limit')
    .values(Array.from({ length: 12_000 }, (_, index) => key(index)))
    .execute()
  const left = async () =>
    (await db.selectFrom('rate_limit').select('key').where('window_start', '=', 1).execute()).length
  let steps = 0
  await deleteOlderRows(db, ['rate_limit', 'window_start'], 2, () => (steps += 1) <= 2)
  expect(await left()).toBe(2000)
  await deleteOlderRows(db, ['rate_limit', 'window_start'], 2, () => true)
  expect(await left()).toBe(0)
})

test('[DB12] what has run out is thrown away, what has not is kept', async () => {
  const { db } = database
  const moments = { past: NOW - 1, future: NOW + 1 }
  for (const [id, at] of Object.entries(moments)) {
    const code = {
      browser_hash: id,
      email: 'a@example.org',
      code_hash: 'x',
      link_identifier: 'x',
      created_at: 0,
    }
    await db
      .insertInto('sign_in_code')
      .values({ ...code, expires_at: at })
      .execute()
    await db
      .insertInto('verification')
      .values({ id, identifier: 'x', value: 'x', expiresAt: new Date(at) })
      .execute()
    const session = { id, token: id, userId: 'x', updatedAt: new Date(0) }
    await db
      .insertInto('session')
      .values({ ...session, expiresAt: new Date(at) })
      .execute()
    await db
      .insertInto('rate_limit')
      .values({ key: id, window_start: at - DAY, count: 1 })
      .execute()
  }
  const event = { name: 'add_piece', parameters: '{}', at: NOW }
  const letter = { text: 't', language: 'en', screen: '/', written_at: 0, mailed_at: null }
  const mail = { to_address: 'a@example.org', subject: 's', text: 't', html: 'h' }
  for (const [id, old] of Object.entries({ past: 1, future: -1 })) {
    await db
      .insertInto('event')
      .values({ ...event, id, received_at: Date.parse('2025-10-20T12:00:00Z') - old })
      .execute()
    await db
      .insertInto('feedback')
      .values({ ...letter, id, created_at: Date.parse('2023-11-20T12:00:00Z') - old })
      .execute()
    await db
      .insertInto('mailbox')
      .values({ ...mail, id, at: NOW - 7 * DAY - old })
      .execute()
  }
  const changes = Array.from({ length: 6000 }, (_, index) => ({
    user_id: `user-${index % 7}`,
    id: String(index),
    revision: 1,
    created_at: NOW - 90 * DAY + (index < 5500 ? -1 : 0),
  }))
  await db.insertInto('sync_change').values(changes).execute()

  expect(await runJobIfDue(db, housekeepingJob, NOW)).toBe(true)

  expect(await db.selectFrom('sign_in_code').select('browser_hash').execute()).toEqual([
    { browser_hash: 'future' },
  ])
  expect(await db.selectFrom('verification').select('id').execute()).toEqual([{ id: 'future' }])
  expect(await db.selectFrom('session').select('id').execute()).toEqual([{ id: 'future' }])
  expect(await db.selectFrom('rate_limit').select('key').execute()).toEqual([{ key: 'future' }])
  expect(await db.selectFrom('event').select('id').execute()).toEqual([{ id: 'future' }])
  expect(await db.selectFrom('feedback').select('id').execute()).toEqual([{ id: 'future' }])
  expect(await db.selectFrom('mailbox').select('id').execute()).toEqual([{ id: 'future' }])
  expect(await db.selectFrom('sync_change').select('id').execute()).toHaveLength(500)
})

test('[DB12] so many months ago is the same day and hour, or the last day of a shorter month', () => {
  const before = (moment: string, months: number) =>
    new Date(subtractMonths(Date.parse(moment), months)).toISOString()
  expect(before('2026-11-20T12:00:00.000Z', 13)).toBe('2025-10-20T12:00:00.000Z')
  expect(before('2026-01-15T00:00:00.000Z', 13)).toBe('2024-12-15T00:00:00.000Z')
  expect(before('2026-03-31T23:59:59.999Z', 13)).toBe('2025-02-28T23:59:59.999Z')
  expect(before('2024-02-29T06:00:00.000Z', 36)).toBe('2021-02-28T06:00:00.000Z')
})
