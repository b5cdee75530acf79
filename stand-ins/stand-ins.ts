import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { StandIns } from '#server/context.ts'

export const standIns: StandIns = {
  createMailer: async (db, options) =>
    (await import('./mailbox.ts')).createDatabaseMailboxMailer(db, options),
  startPayments: startPaymentsForDevelopment,
  startProviders: async configuration =>
    (await import('./oidc/stand-in-gateway.ts')).createStandInGateway(configuration),
  createRoutes: async context => (await import('./routes.ts')).createDevRoutes(context),
}

async function startPaymentsForDevelopment(
  { production, origin, dataDir, secret }: Parameters<StandIns['startPayments']>[0],
  now: () => number,
): ReturnType<StandIns['startPayments']> {
  if (production) throw new Error('A stand-in for Stripe is for development machines only')
  const { startStripeStandIn } = await import('./stripe/stripe-stand-in.ts')
  const { STAND_IN_PRICE_IDS: prices } = await import('./stripe/account.ts')
  // Derived from our own secret, so that other programs on this machine can neither pay nor send events.
  const keyFor = (what: string) =>
    createHmac('sha256', secret).update(`stripe stand-in ${what}`).digest('hex')
  const secretKey = `sk_test_${keyFor('key')}`
  const webhookSecret = `whsec_${keyFor('webhook')}`
  const webhookUrl = `${origin}/api/v1/stripe/webhook`
  const file = join(dataDir, 'stripe-stand-in.json')
  const standIn = await startStripeStandIn({ secretKey, webhookSecret, webhookUrl, now, file })
  return {
    settings: { kind: 'stripe', secretKey, webhookSecret, prices, host: standIn.url },
    close: standIn.close,
  }
}
