import type { StandIns } from './context.ts'
import type { Configuration } from '#server/settings/configuration.ts'

/**
 * Returns the configuration with complete payment settings. If payments are not configured on a development machine,
 * starts a local replacement for Stripe and uses its settings (rule SS1). `closePayments` stops the replacement, and
 * does nothing if none was started.
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
