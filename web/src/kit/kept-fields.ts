/** The fields of something that was kept by who knows which version; none where it is no object. */
export const fieldsIn = (kept: unknown): Readonly<Record<string, unknown>> =>
  typeof kept === 'object' && kept !== null ? { ...kept } : {}

/** Every item of a kept list, parsed; null where it is no list or one of them is none. */
export function parseAll<T>(kept: unknown, parse: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(kept)) return null
  const parsed = kept.map(parse)
  return parsed.every(item => item !== null) ? parsed : null
}
