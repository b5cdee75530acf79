import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { StripeSettings } from '#server/billing/stripe-settings.ts'
import type { Configuration } from '#server/configuration.ts'
import { loopbackServer } from '../loopback-server.ts'
import { STAND_IN_PRICES } from './price-ids.ts'

/**
 * Lets a development machine without keys buy: a stand-in for Stripe on a free port, which is loaded when the first
 * request comes, so that it costs a start nothing. What was bought outlives a restart. Throws where money could be
 * real (rule SS1).
 */
export async function paymentsForDevelopment(
  { standIns, production, origin, dataDir, secret }: Configuration,
  now: () => number,
): Promise<{ settings: StripeSettings; close: () => Promise<void> }> {
  if (!standIns || production) throw new Error('A stand-in for Stripe is for development machines only')
  // From our own secret: other programs on this machine can neither pay nor send notices.
  const keyFor = (what: string) =>
    createHmac('sha256', secret).update(`stripe stand-in ${what}`).digest('hex')
  const secretKey = `sk_test_${keyFor('key')}`
  const webhookSecret = `whsec_${keyFor('webhook')}`

  const load = async (base: string) => {
    const { createStripeStandIn } = await import('./stripe-stand-in.ts')
    const webhookUrl = `${origin}/api/v1/stripe/webhook`
    const file = join(dataDir, 'stripe-stand-in.json')
    return createStripeStandIn(base, {
      webhookUrl,
      webhookSecret,
      secretKey,
      now,
      file,
      checksAnswers: false,
    })
  }
  let loading: ReturnType<typeof load> | null = null
  const server = await loopbackServer(async (request, bindings) => {
    loading ??= load(server.base)
    return (await loading).fetch(request, bindings)
  })
  return {
    settings: { kind: 'stripe', secretKey, webhookSecret, prices: STAND_IN_PRICES, host: server.address },
    async close() {
      if (loading !== null) await (await loading).close()
      await server.close()
    },
  }
}
