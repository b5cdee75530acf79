import { createUnsupportedError } from './stripe-api-error.ts'

/**
 * Throws a Stripe error (status 501) if a request contains parameters that Stripe accepts but the stand-in does not
 * implement. Otherwise the caller would rely on parameters that have no effect.
 */
export function assertOnlySupportedFields<T extends object>(
  given: T,
  understood: readonly (keyof T)[],
  where: string,
): void {
  const other = Object.keys(given).find(name => !understood.includes(name as keyof T))
  if (other !== undefined) throw createUnsupportedError(`${where}: ${other}`)
}
