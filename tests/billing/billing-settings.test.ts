import { expect, test } from 'vitest'
import { readConfiguration } from '#server/settings/configuration.ts'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

const SECRET = 'a secret for tests, long enough for all'
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICES: 'price_1,price_2,price_3,price_4',
}

test('[CF2] with all three settings payments go to Stripe itself', () => {
  expect(readConfiguration({ SECRET, ...KEYS })).toMatchObject({
    configuration: {
      billing: {
        kind: 'stripe',
        secretKey: 'sk_live_1',
        prices: { EUR: { month: 'price_1', year: 'price_2' }, USD: { month: 'price_3', year: 'price_4' } },
      },
    },
  })
  expect(readConfiguration({ SECRET })).toMatchObject({ configuration: { billing: { kind: 'none' } } })
})

test.each([
  'price_1,price_2,price_3',
  'price_1,price_2,price_3,prod_4',
  'price_1,price_2,price_3,price_4,price_5',
])('[CF2] the prices %s are refused', STRIPE_PRICES => {
  const read = readConfiguration({ SECRET, ...KEYS, STRIPE_PRICES })
  expect(read).toMatchObject({ message: expect.stringContaining('STRIPE_PRICES must be four values') })
})

test.each(Object.keys(KEYS))('[CF2] without %s the other settings are refused', missing => {
  const read = readConfiguration({ SECRET, ...KEYS, [missing]: '' })
  expect(read).toMatchObject({ message: expect.stringContaining(`${missing} is missing`) })
})

test.each([
  ['STRIPE_SECRET_KEY', 'pk_live_1', 'sk_ or rk_'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_1', 'whsec_'],
])('[CF2] a %s that is something else is noticed, and not repeated', (name, value, start) => {
  const read = readConfiguration({ SECRET, ...KEYS, [name]: value })
  const message = read.kind === 'faulty' ? read.message : ''
  expect(message).toContain(`${name} must begin with ${start}`)
  expect(message).not.toContain(value)
})

test('[BI12][CF2] without settings, screens learn that nothing is sold, and events are refused', async () => {
  const server = await aServer()
  const browser = aBrowser(server)
  expect(await (await browser.get('/api/v1/config')).json()).toMatchObject({ billing: false })
  const answer = await browser.post('/api/v1/stripe/webhook', {})
  expect((await answer.json()).code).toBe('billing-not-configured')
  await server.close()
})
