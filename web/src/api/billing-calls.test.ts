import { expect, test } from 'vitest'
import { parseCheckoutPage, parseProPrices } from './billing-calls.ts'

const answer = { sessionId: 'cs_1', url: 'https://pay.example/cs_1', currency: 'EUR', value: 19.99 }

test('[UP6] a checkout is an address, a currency and a value', () => {
  expect(parseCheckoutPage(answer)).toEqual({
    url: 'https://pay.example/cs_1',
    currency: 'EUR',
    value: 19.99,
  })
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://x/y', 'file:///x', '/account', '', null])(
  '[UP6] %s is no address the browser is sent to',
  url => {
    expect(parseCheckoutPage({ ...answer, url })).toBeNull()
  },
)

test.each([null, 'text', [], {}, { ...answer, currency: 'XXX' }, { ...answer, value: '19.99' }])(
  '[UP6] %j is no checkout',
  body => {
    expect(parseCheckoutPage(body)).toBeNull()
  },
)

test('[UP10] prices are a known currency and two numbers', () => {
  const prices = { currency: 'EUR', month: 2.99, year: 19.99 }
  expect(parseProPrices({ ...prices, more: 1 })).toEqual(prices)
  const none = [null, 'text', {}, { ...prices, currency: 'XXX' }, { ...prices, year: '19.99' }]
  expect(none.map(parseProPrices)).toEqual([null, null, null, null, null])
})
