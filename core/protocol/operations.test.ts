import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as operations from './operations.ts'

const checkout = { sessionId: 'cs_1', url: 'https://pay.example/cs_1', currency: 'EUR', value: 19.99 }

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://x/y', 'file:///x', '/account', '', null])(
  '[UP3] %s is no address the browser is sent to',
  url => {
    expect(z.safeParse(operations.postCheckout.response, checkout).success).toBe(true)
    expect(z.safeParse(operations.postCheckout.response, { ...checkout, url }).success).toBe(false)
  },
)

test('every operation is described once', () => {
  const places = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
  expect(places.length).toBeGreaterThan(20)
})
