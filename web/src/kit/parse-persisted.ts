/**
 * Returns the fields of a persisted value (stored on this device to survive a reload) without validating them. Returns
 * an empty object if the value is not an object.
 */
export const readPersistedFields = (kept: unknown): Readonly<Record<string, unknown>> =>
  typeof kept === 'object' && kept !== null ? { ...kept } : {}

/**
 * Parses every item of a persisted list with `parse`. Returns null if the value is not a list or any item is invalid.
 */
export function parsePersistedList<T>(kept: unknown, parse: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(kept)) return null
  const parsed = kept.map(parse)
  return parsed.every(item => item !== null) ? parsed : null
}
