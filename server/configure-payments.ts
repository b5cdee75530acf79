import type { StandIns } from './context.ts'
import type { Configuration } from '#server/settings/configuration.ts'

/**
 * Adds a payment provider to the configuration: the configured one, a stand-in on a development machine without one,
 * or none (rule SS1). `closePayments` stops the stand-in.
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
