import { afterAll, expect, test } from 'vitest'
import { aShop, beginCheckout } from './billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { readProblem } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const PRICES = '/api/v1/billing/prices'

const shop = await aShop([await openMemoryDatabase()])
afterAll(() => shop.close())

const pricesOf = async (browser: TestBrowser, language: string) =>
  (await browser.get(`${PRICES}?language=${language}`)).json()

test.each(['en', 'de', 'de-AT', 'fr', ''])(
  '[UP2] whoever has never paid is told the prices of a checkout in "%s", and Stripe is not asked',
  async language => {
    const { browser } = await shop.aBuyer()
    const before = shop.standIn.seen.length
    const prices = await pricesOf(browser, language)
    expect(shop.standIn.seen.length).toBe(before)
    for (const interval of ['month', 'year'] as const) {
      const { currency, value } = await beginCheckout(browser, { interval, language: language || 'en' })
      expect(prices).toMatchObject({ currency, [interval]: value })
    }
  },
)

test('[UP2] shows euros in every language to a customer who has paid in euros, like the checkout', async () => {
  const { browser, subscription } = await shop.aPayer({ language: 'de' })
  shop.standIn.cancel(subscription.id)
  expect(await pricesOf(browser, 'en')).toEqual({ currency: 'EUR', month: 2.99, year: 19.99 })
  expect(await beginCheckout(browser, { language: 'en' })).toMatchObject({ currency: 'EUR', value: 19.99 })
})

test('[UP2] shows no price if Stripe does not answer', async () => {
  const { browser } = await shop.aPayer()
  for (let tries = 0; tries < 2; tries += 1)
    shop.standIn.failNext({ kind: 'status', status: 500, performed: false, of: 'GET /v1/customers/:id' })
  expect(await readProblem(browser.get(PRICES))).toEqual([502, 'payment-provider-failed'])
  expect((await browser.get(PRICES)).status).toBe(200)
})

test('[UP2] price requests are limited and do not use up the purchase limit', async () => {
  const { browser } = await shop.aBuyer()
  for (let looks = 0; looks < 120; looks += 1) expect((await browser.get(PRICES)).status).toBe(200)
  expect(await readProblem(browser.get(PRICES))).toEqual([429, 'too-many-requests'])
  expect((await beginCheckout(browser)).value).toBe(19.99)
})
