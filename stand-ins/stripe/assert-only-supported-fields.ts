import { unsupportedByStandIn } from './stripe-api-error.ts'

/** Throws for valid parameters that the stand-in does not implement, because the caller would rely on them. */
export function assertOnlySupportedFields<T extends object>(
  given: T,
  understood: readonly (keyof T)[],
  where: string,
): void {
  const other = Object.keys(given).find(name => !understood.includes(name as keyof T))
  if (other !== undefined) throw unsupportedByStandIn(`${where}: ${other}`)
}
