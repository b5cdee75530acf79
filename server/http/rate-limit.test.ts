import { afterAll, expect, test } from 'vitest'
import { MS_PER_HOUR, rateLimitPerHour, consumeRateLimit } from './rate-limit.ts'
import { aServer } from '#tests/server/whole-server.ts'

const server = await aServer()
afterAll(() => server.close())

test('[DB44] a limit that a clock began which ran ahead ends when the clock is right, or a window later', async () => {
  const [now, year] = [MS_PER_HOUR * 1000, MS_PER_HOUR * 24 * 365]
  for (const _ of [1, 2, 3, 4]) await consume('a year ahead', now + year)
  expect(await consume('a year ahead', now)).toEqual({ kind: 'taken' })
  // The clocks of two servers differ, so a window that begins a little later counts.
  for (const _ of [1, 2, 3]) await consume('an hour ahead', now + MS_PER_HOUR)
  const late = await consume('an hour ahead', now)
  expect(late).toEqual({ kind: 'exhausted', retryAfterSeconds: 7200 })
  expect(await consume('an hour ahead', now - 1)).toEqual({ kind: 'taken' })
})

const consume = (who: string, now: number) =>
  consumeRateLimit(server.context.database.db, { what: 'tests', who, allowance: rateLimitPerHour(3), now })
