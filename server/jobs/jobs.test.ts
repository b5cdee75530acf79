import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { deleteOlderRows } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { createLogger } from '#server/observability/log.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { housekeepingJob, subtractMonths } from './housekeeping-job.ts'
import { runJobIfDue, startJobs } from './scheduler.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

const database = await openMemoryDatabase()
afterAll(() => database.close())
afterEach(() => vi.useRealTimers())

const aJob = (name: string, run = async () => {}) => ({ name, everyMilliseconds: 60 * MINUTE, run })

test('[DB13] a job that several servers find due at once is done by one of them, and again when its time comes', async () => {
  let runs = 0
  const job = aJob('counted', async () => {
    runs += 1
    await new Promise(resolve => setTimeout(resolve, 20))
  })
  const onThreeServers = (now: number) => Promise.all([1, 2, 3].map(() => runJobIfDue(database.db, job, now)))
  expect((await onThreeServers(NOW)).filter(Boolean)).toHaveLength(1)
  expect(await onThreeServers(NOW + 59 * MINUTE)).toEqual([false, false, false])
  expect((await onThreeServers(NOW + 60 * MINUTE)).filter(Boolean)).toHaveLength(1)
  expect(runs).toBe(2)
})

test('[DB13] a job whose server failed over it is left to the others after ten minutes', async () => {
  const failing = aJob('failing', () => Promise.reject(new Error('no')))
  await expect(runJobIfDue(database.db, failing, NOW)).rejects.toThrow('no')
  const working = aJob('failing')
  expect(await runJobIfDue(database.db, working, NOW + 9 * MINUTE)).toBe(false)
  expect(await runJobIfDue(database.db, working, NOW + 10 * MINUTE)).toBe(true)
})

test('[DB13] old rows are deleted in small steps, and what a job has no time for is left to the next', async () => {
  const { db } = database
  const old = Array.from({ length: 5001 }, (_, index) => ({ key: `${index}`, window_start: 1, count: 1 }))
  await db.insertInto('rate_limit').values(old).execute()
  const left = async (...answers: boolean[]) => {
    await deleteOlderRows(db, ['rate_limit', 'window_start'], 2, () => answers.shift() ?? false)
    return (await db.selectFrom('rate_limit').select('key').execute()).length
  }
  expect([await left(), await left(true), await left(true)]).toEqual([5001, 1, 0])
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

test('[DB12] what has expired is deleted, what has not is kept', async () => {
  const { db } = database
  const ago = (moment: string) => Date.parse(moment) - NOW
  for (const [id, more] of Object.entries({ past: -1, future: 1 })) {
    const at = NOW + more
    const [date, updatedAt] = [new Date(at), new Date(0)]
    const proof = { email: 'a@example.org', code_hash: 'x', link_identifier: 'x', created_at: 0 }
    await db
      .insertInto('sign_in_code')
      .values({ ...proof, browser_hash: id, expires_at: at })
      .execute()
    await db.insertInto('verification').values({ id, identifier: 'x', value: 'x', expiresAt: date }).execute()
    await db
      .insertInto('session')
      .values({ id, token: id, userId: 'x', updatedAt, expiresAt: date })
      .execute()
    const ended = { token_hash: id, reason: 'session-revoked', kept_until: at } as const
    await db.insertInto('ended_session').values(ended).execute()
    await db
      .insertInto('rate_limit')
      .values({ key: id, window_start: at - DAY, count: 1 })
      .execute()
    const event = { id, name: 'add_piece', parameters: '{}', at: NOW }
    const received_at = at + ago('2025-10-20T12:00:00Z')
    await db
      .insertInto('event')
      .values({ ...event, received_at })
      .execute()
    const feedback = { id, text: 't', language: 'en', screen: '/', written_at: 0, mailed_at: null }
    const created_at = at + ago('2023-11-20T12:00:00Z')
    await db
      .insertInto('feedback')
      .values({ ...feedback, created_at })
      .execute()
    const mail = { id, to_address: 'a@example.org', subject: 's', text: 't', html: 'h', at: at - 7 * DAY }
    await db.insertInto('mailbox').values(mail).execute()
  }
  const changes = Array.from({ length: 6000 }, (_, index) => ({
    user_id: `user-${index % 7}`,
    id: String(index),
    revision: 1,
    created_at: NOW - 90 * DAY + (index < 5500 ? -1 : 0),
  }))
  await db.insertInto('sync_change').values(changes).execute()

  expect(await runJobIfDue(db, housekeepingJob, NOW)).toBe(true)
  const tables = 'sign_in_code verification session ended_session rate_limit event feedback mailbox'
  for (const table of tables.split(' ') as (keyof Tables)[]) {
    const rows = await db.selectFrom(table).selectAll().execute()
    expect([table, rows.length, JSON.stringify(rows).includes('"future"')]).toEqual([table, 1, true])
  }
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
