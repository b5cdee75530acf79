const NAME = /^[\w.!#$%&'*+^`|~/-]+$/
/** What may stand in a value once it is decoded: no line breaks, which would begin another header. */
const VALUE = /^[\t\u{20}-\u{7e}\u{80}-\u{10ffff}]*$/u

/**
 * Parses `name=value,name=value`, the format of OpenTelemetry's settings. Values are percent-encoded, and spaces
 * around names and values are ignored. Returns null if the text has another format.
 */
export function parseKeyValuePairs(text: string): Record<string, string> | null {
  const parts = text.split(',').filter(part => part.trim() !== '')
  const pairs = parts.map(parsePair)
  return pairs.every(pair => pair !== null) ? Object.fromEntries(pairs) : null
}

function parsePair(part: string): readonly [name: string, value: string] | null {
  const [name = '', ...rest] = part.split('=')
  const value = rest.length === 0 ? null : decoded(rest.join('=').trim())
  return value !== null && NAME.test(name.trim()) && VALUE.test(value) ? [name.trim(), value] : null
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
