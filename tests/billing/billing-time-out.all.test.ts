import { expect, test } from 'vitest'
import { aShop, beginning, begun } from './billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { problemIn } from '#tests/server/whole-server.ts'

// Takes the ten seconds that Stripe is waited for.
test('[BI12] gives up on a silent Stripe before the screen gives up', async () => {
  const shop = await aShop([await openMemoryDatabase()])
  const { browser } = await shop.aBuyer()
  for (let tries = 0; tries < 2; tries += 1)
    shop.standIn.failNext({ kind: 'time-out', performed: true, of: 'GetCheckoutSessions' })
  const began = Date.now()
  expect(await problemIn(beginning(browser))).toEqual([502, 'payment-provider-failed'])
  expect(Date.now() - began).toBeLessThan(20_000)
  expect((await begun(browser)).value).toBe(19.99)
  await shop.close()
})
