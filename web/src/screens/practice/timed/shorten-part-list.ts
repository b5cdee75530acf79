import type { PracticePart } from '#core/practice/priority.ts'

const MOST_NAMES = 3

/**
 * Returns the names of the first three parts, such as "Suite (Gigue)" or "The Swan", and the number of remaining parts.
 * If there are exactly four parts, returns all four names, because "1 more" would not be shorter (rule TS8).
 */
export function shortenPartList(parts: readonly Pick<PracticePart, 'piece' | 'name'>[]): {
  named: string[]
  others: number
} {
  const count = parts.length === MOST_NAMES + 1 ? parts.length : MOST_NAMES
  const named = parts.slice(0, count).map(({ piece, name }) => (name === null ? piece : `${piece} (${name})`))
  return { named, others: parts.length - named.length }
}
