/** A rule of docs/rules.md, such as `- **PR2** Parts are practiced by descending priority. (spec 9)`. */
export type Rule = { readonly number: string; readonly sentence: string }

/** A line of docs/specification-lines.md, such as `- **4.7** What it says. → PR2`. */
export type SpecificationLine = {
  readonly section: number
  readonly place: number
  /** What the line says, in our own words. */
  readonly words: string
  /** What stands behind the arrow; empty when there is none. */
  readonly held: string
}

/** Parses the rules in the text of docs/rules.md. */
export const rulesIn = (book: string): Rule[] =>
  [...book.matchAll(/^- \*\*([A-Z]{2}\d+)\*\* (.+)$/gm)].map(([, number = '', sentence = '']) => ({
    number,
    sentence,
  }))

/** Returns the rule numbers at the beginning of a test name. `[PR2] …` has two. */
export const numbersIn = (name: string): string[] =>
  (/^(\[[A-Z]{2}\d+\])+(?= )/.exec(name)?.[0] ?? '').match(/[A-Z]{2}\d+/g) ?? []

/** Returns the rules cited in comments, such as `(rule PR2)`, `(rules ME7-ME8)`, `(spec 9, rules PR1, PR2)`. */
export const citedIn = (code: string): string[] =>
  [...code.matchAll(/\brules? ((?:[A-Z]{2}\d+(?:[-, ]|, | and )*)+)/g)].flatMap(
    ([, list = '']) => list.match(/[A-Z]{2}\d+/g) ?? [],
  )

/** Returns all rule numbers in a text. `ID3 to ID7` has two. */
export const rulesNamedIn = (text: string): string[] => text.match(/\b[A-Z]{2}\d+\b/g) ?? []

/** Parses the lines of docs/specification-lines.md. */
export const specificationLinesIn = (text: string): SpecificationLine[] =>
  [...text.matchAll(/^- \*\*(\d+)\.(\d+)\*\* ([^→\n]*)(?:→ (.*))?$/gm)].map(
    ([, section, place, words = '', held = '']) => ({
      section: Number(section),
      place: Number(place),
      words: words.trim(),
      held,
    }),
  )

/** Returns the faults of a line: a rule that does not exist, or no rule at all. */
export function faultsOfLine(
  { section, place, held }: Pick<SpecificationLine, 'section' | 'place' | 'held'>,
  known: ReadonlySet<string>,
): string[] {
  const cited = rulesNamedIn(held)
  const unknown = cited.filter(number => !known.has(number))
  if (unknown.length > 0) return [`${section}.${place} cites ${unknown.join(', ')}, which does not exist`]
  const hasReason = /later: issue \d+ \(.+\)|none: \S/.test(held)
  return cited.length > 0 || hasReason ? [] : [`${section}.${place} has neither rule nor reason`]
}
