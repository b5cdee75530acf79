/** Migrations that remove or tighten something, with the reason why no running server needs it any more. */
export const CONTRACTS: Readonly<Record<string, string>> = {
  '0003-feedback-mail': 'Before the first version that could be run on several servers.',
}

/** Statements that a server of the version before may not survive. */
const CONTRACTING = [
  /\bdrop (?:table|column|constraint|default|not null)\b/i,
  /\brename\b/i,
  /\bset not null\b/i,
  /\balter column \S+ (?:set data )?type\b/i,
  /\bset default\b/i,
]

/**
 * Returns the parts of a migration's statement that a server of the version before may not survive (rule DB45). Columns
 * that are added must be nullable or have a default, because the version before does not name them.
 */
export function contractingParts(statement: string): string[] {
  const found = CONTRACTING.flatMap(pattern => pattern.exec(statement)?.[0] ?? [])
  // One of several `add column` in one statement ends at the next one.
  const added = statement.match(/\badd column\b(?:(?!\badd column\b)[\s\S])*/gi) ?? []
  const isDemanding = (column: string) => /\bnot null\b/i.test(column) && !/\bdefault\b/i.test(column)
  return [...found, ...added.filter(isDemanding)]
}
