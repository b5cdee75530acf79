/** Returns the fields of a persisted value, which any version may have written; an empty object if it is no object. */
export const persistedFields = (kept: unknown): Readonly<Record<string, unknown>> =>
  typeof kept === 'object' && kept !== null ? { ...kept } : {}

/** Parses every item of a persisted list; null if it is no list or an item is invalid. */
export function parseAll<T>(kept: unknown, parse: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(kept)) return null
  const parsed = kept.map(parse)
  return parsed.every(item => item !== null) ? parsed : null
}
