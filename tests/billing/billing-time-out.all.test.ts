import { expect, test } from 'vitest'
import { aShop, requestCheckout, beginCheckout } from './billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { readProblem } from '#tests/server/whole-server.ts'

// Takes as long as the server's timeout for Stripe, ten seconds.
test('[BI12] gives up on a silent Stripe before the screen gives up', async () => {
  const shop = await aShop([await openMemoryDatabase()])
  const { browser } = await shop.aBuyer()
  for (let tries = 0; tries < 2; tries += 1)
    shop.standIn.failNext({ kind: 'time-out', performed: true, of: 'POST /v1/checkout/sessions' })
  const began = Date.now()
  expect(await readProblem(requestCheckout(browser))).toEqual([502, 'payment-provider-failed'])
  expect(Date.now() - began).toBeLessThan(20_000)
  expect((await beginCheckout(browser)).value).toBe(19.99)
  await shop.close()
})
