import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Stripe } from 'stripe'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'
import { yearlyCheckoutParameters } from '#tests/billing/stripe-stand-in.ts'
import { configRoutes } from '#server/settings/config-route.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { configurePayments } from '#server/configure-payments.ts'
import { standIns } from '../stand-ins.ts'
import { startPaymentsForDevelopment } from './payments-for-development.ts'

const DEVELOPMENT = { SECRET: 'a secret for tests, long enough for all' }
const open: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

test('[SS1] in production there is no stand-in: without keys nobody takes payments', async () => {
  const configuration = read(PRODUCTION_ENVIRONMENT)
  await expect(startPaymentsForDevelopment(configuration, Date.now)).rejects.toThrow(
    'development machines only',
  )
  expect(await told(configuration)).toMatchObject({ billing: false, testPayments: false })
})

test('[SS1] the keys of Stripe are used where they are set, on a development machine, too', async () => {
  const configuration = read({
    ...DEVELOPMENT,
    STRIPE_SECRET_KEY: 'sk_test_mine',
    STRIPE_WEBHOOK_SECRET: 'whsec_mine',
    STRIPE_PRICES: 'price_1,price_2,price_3,price_4',
  })
  expect(await told(configuration)).toMatchObject({ billing: true, testPayments: false })
})

test('[SS1][SS11] without keys a development machine has one and says that payments are only tests', async () => {
  expect(await told(read(DEVELOPMENT))).toMatchObject({ billing: true, testPayments: true })
})

test('[SS1] the stand-in is there from the first request on, for whoever has its key', async () => {
  const configuration = read(DEVELOPMENT)
  const file = join(configuration.dataDir, 'stripe-stand-in.json')
  const payments = await startPaymentsForDevelopment(configuration, Date.now)
  open.push(payments)
  const { secretKey, webhookSecret, host } = payments.settings
  expect(existsSync(file)).toBe(false)
  const stripe = new Stripe(secretKey, { ...host, maxNetworkRetries: 0 })
  const { id } = await stripe.customers.create({ email: 'clara@example.org' })
  expect((await stripe.checkout.sessions.create(yearlyCheckoutParameters(id))).status).toBe('open')
  expect(existsSync(file)).toBe(true)
  const other = await startPaymentsForDevelopment(
    read({ SECRET: 'another secret, long enough for all' }),
    Date.now,
  )
  open.push(other)
  expect(other.settings.secretKey).not.toBe(secretKey)
  expect(other.settings.webhookSecret).not.toBe(webhookSecret)
})

/** What a server with this configuration tells the screens. */
async function told(given: Configuration) {
  const { configuration, closePayments } = await configurePayments(
    given,
    given.production ? null : standIns,
    Date.now,
  )
  open.push({ close: closePayments })
  return (await configRoutes({ configuration }).request('/api/v1/config')).json()
}

function read(environment: Record<string, string>) {
  const dataDir = createTemporaryFolder()
  const result = readConfiguration({ DATA_DIR: dataDir, ...environment })
  if (result.kind === 'faulty') throw new Error(result.message)
  return result.configuration
}
