import type { StandIns } from './context.ts'
import type { Configuration } from '#server/settings/configuration.ts'

/**
 * Returns the configuration with payment settings: those of the operator or, on a development machine without any,
 * those of a local replacement for Stripe, which is started (rule SS1). `closePayments` stops the replacement.
 */
export async function configurePayments(
  given: Configuration,
  standIns: StandIns | null,
  now: () => number,
): Promise<{ configuration: Configuration; closePayments: () => Promise<void> }> {
  if (given.billing.kind !== 'none' || standIns === null)
    return { configuration: given, closePayments: async () => {} }
  const { settings, close } = await standIns.startPayments(given, now)
  return { configuration: Object.freeze({ ...given, billing: settings }), closePayments: close }
}
