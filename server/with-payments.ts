import type { Configuration } from './configuration.ts'

/**
 * The configuration with somebody who takes payments: whoever is set up, else on a development machine a stand-in,
 * else nobody (rule SS1). `endPayments` ends what was started for that.
 */
export async function withPayments(
  given: Configuration,
  now: () => number,
): Promise<{ configuration: Configuration; endPayments: () => Promise<void> }> {
  if (given.billing.kind !== 'none' || !given.standIns)
    return { configuration: given, endPayments: async () => {} }
  const { paymentsForDevelopment } = await import('./stand-ins/stripe/payments-for-development.ts')
  const { settings, close } = await paymentsForDevelopment(given, now)
  return { configuration: Object.freeze({ ...given, billing: settings }), endPayments: close }
}
