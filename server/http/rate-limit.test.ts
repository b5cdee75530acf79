import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundRateLimit, MS_PER_HOUR, limitPerHour, consumeRateLimit } from './rate-limit.ts'
import { aServer } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('[ID11] of fifty at once exactly as many are let through as there are', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, () => taking('fifty', 0)))
  expect(results.filter(({ kind }) => kind === 'taken')).toHaveLength(3)
})

test('[ID11] the hour begins with the first and ends for all, however often was knocked meanwhile', async () => {
  for (const now of [0, 1, 2]) expect(await taking('hour', now)).toEqual({ kind: 'taken' })
  expect(await taking('hour', 1000)).toEqual({ kind: 'exhausted', retryAfterSeconds: 3599 })
  expect(await taking('hour', MS_PER_HOUR - 1)).toEqual({ kind: 'exhausted', retryAfterSeconds: 1 })
  for (const now of [MS_PER_HOUR, MS_PER_HOUR + 1, MS_PER_HOUR + 2])
    expect(await taking('hour', now)).toEqual({ kind: 'taken' })
  expect(await taking('hour', MS_PER_HOUR + 3)).toMatchObject({ kind: 'exhausted' })
})

test('[ID11] one is taken from its owner only, and what is given back can be taken again', async () => {
  for (const _ of [1, 2, 3]) await taking('owner', 0)
  expect(await taking('someone else', 0)).toEqual({ kind: 'taken' })
  await refundRateLimit(server.context.database.db, 'tests', 'owner')
  expect(await taking('owner', 0)).toEqual({ kind: 'taken' })
  expect(await taking('owner', 0)).toMatchObject({ kind: 'exhausted' })
})

test('[DB44] a limit that a clock began which ran ahead ends when the clock is right, or a window later', async () => {
  const [now, year] = [MS_PER_HOUR * 1000, MS_PER_HOUR * 24 * 365]
  for (const _ of [1, 2, 3, 4]) await taking('a year ahead', now + year)
  expect(await taking('a year ahead', now)).toEqual({ kind: 'taken' })
  // The clocks of two servers differ, so a window that begins a little later counts.
  for (const _ of [1, 2, 3]) await taking('an hour ahead', now + MS_PER_HOUR)
  const late = await taking('an hour ahead', now)
  expect(late).toEqual({ kind: 'exhausted', retryAfterSeconds: 7200 })
  expect(await taking('an hour ahead', now - 1)).toEqual({ kind: 'taken' })
})

const taking = (who: string, now: number) =>
  consumeRateLimit(server.context.database.db, { what: 'tests', who, allowance: limitPerHour(3), now })
