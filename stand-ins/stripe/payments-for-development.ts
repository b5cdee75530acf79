import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { StripeSettings } from '#server/settings/service-settings.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { STAND_IN_PRICE_IDS } from './objects.ts'

/**
 * Starts a stand-in for Stripe on a free port, for a development machine without Stripe keys. Returns the settings
 * with which the app's server uses it. The stand-in is imported at the first request, so that the server starts fast.
 * Purchases survive a restart. Throws in production (rule SS1).
 */
export async function startPaymentsForDevelopment(
  { production, origin, dataDir, secret }: Configuration,
  now: () => number,
): Promise<{ settings: StripeSettings; close: () => Promise<void> }> {
  if (production) throw new Error('A stand-in for Stripe is for development machines only')
  // Derived from our own secret, so that other programs on this machine can neither pay nor send events.
  const keyFor = (what: string) =>
    createHmac('sha256', secret).update(`stripe stand-in ${what}`).digest('hex')
  const secretKey = `sk_test_${keyFor('key')}`
  const webhookSecret = `whsec_${keyFor('webhook')}`

  const load = async (base: string) => {
    const { createStripeStandIn } = await import('./stripe-stand-in.ts')
    const webhookUrl = `${origin}/api/v1/stripe/webhook`
    const file = join(dataDir, 'stripe-stand-in.json')
    return createStripeStandIn(base, { webhookUrl, webhookSecret, secretKey, now, file })
  }
  let loading: ReturnType<typeof load> | null = null
  const server = await startLoopbackServer(async (request, bindings) => {
    loading ??= load(server.base)
    return (await loading).fetch(request, bindings)
  })
  return {
    settings: { kind: 'stripe', secretKey, webhookSecret, prices: STAND_IN_PRICE_IDS, host: server.address },
    async close() {
      if (loading !== null) await (await loading).close()
      await server.close()
    },
  }
}
