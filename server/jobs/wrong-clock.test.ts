import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { requireRightClock, runJobIfDue } from './scheduler.ts'
import type { Job } from './scheduler.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())

const aJob = (name: string, run = async () => {}) => ({ name, everyMilliseconds: 60 * MINUTE, run })
const runs = (job: Job, now: number) => runJobIfDue(database.db, job, now)

test('[DB44] a job that a clock a year ahead has put off is done by the next server', async () => {
  const job = aJob('put off')
  const now = Date.now()
  expect(await runs(job, now + 365 * DAY)).toBe(true)
  expect(await runs(job, now)).toBe(true)
  // Not by a clock that differs by less than ten minutes.
  expect(await runs(job, now - 10 * MINUTE)).toBe(false)
})

test('[DB44] a job that a clock a year ahead has reserved and not finished is done by the next server', async () => {
  const now = Date.now()
  const failing = aJob('reserved', () => Promise.reject(new Error('no')))
  await expect(runs(failing, now + 365 * DAY)).rejects.toThrow('no')
  expect(await runs(aJob('reserved'), now)).toBe(true)
  await expect(runs(failing, now + 60 * MINUTE)).rejects.toThrow('no')
  expect(await runs(aJob('reserved'), now + 51 * MINUTE)).toBe(false)
})

test('[DB44] a server with a wrong clock throws nothing away, whichever way, and the next one does', async () => {
  let cleanings = 0
  const job = requireRightClock(aJob('housekeeping', async () => void (cleanings += 1)))
  const now = Date.now()
  for (const wrong of [365 * DAY, -365 * DAY, 11 * MINUTE]) {
    const message = /^the clock of this server says \d{4}-.*, that of the database \d{4}-/
    await expect(runs({ ...job, name: `housekeeping ${wrong}` }, now + wrong)).rejects.toThrow(message)
  }
  expect(cleanings).toBe(0)
  await expect(runs(job, now + 365 * DAY)).rejects.toThrow('the clock')
  expect(await runs(job, now)).toBe(true)
  expect(cleanings).toBe(1)
})
