import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, sourceFiles } from './source-files.ts'

const text = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const rules = [...text('docs/rules.md').matchAll(/^- \*\*([A-Z]{2}\d+)\*\* /gm)].map(
  ([, number = '']) => number,
)
const known = new Set(rules)
const kinds = new Set(rules.map(number => number.slice(0, 2)))
const code = sourceFiles(
  ['core', 'server', 'stand-ins', 'web', 'scripts', 'tests', 'e2e', 'bench'],
  isCode,
).map(({ path }) => ({ path, text: text(path) }))

/** The numbers at the beginning of a text in quotes, as names of tests have them: `'[PR2][PR4] …'` has two. */
const proved = code.flatMap(({ path, text }) =>
  [...text.matchAll(/['"`]((?:\[[A-Z]{2}\d+\])+) /g)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/[A-Z]{2}\d+/g)].map(([number]) => ({ path, number })),
  ),
)
const numbersIn = (words: string) => words.match(/\b[A-Z]{2}\d+\b/g) ?? []

test('every rule has a test whose name begins with its number', () => {
  const numbers = new Set(proved.map(({ number }) => number))
  expect(rules.filter(rule => !numbers.has(rule))).toEqual([])
})

test('the number at the beginning of a test is that of a rule', () => {
  expect(proved.length).toBeGreaterThan(300)
  expect(proved.filter(({ number }) => !known.has(number))).toEqual([])
})

test('there are at most 300 rules, and no number is given twice', () => {
  expect(rules.length).toBeLessThanOrEqual(300)
  expect(known.size).toBe(rules.length)
})

test('a rule that a comment or a page of the documentation names exists', () => {
  const pages = sourceFiles(['docs'], path => path.endsWith('.md')).map(({ path }) => path)
  const inPages = [...pages, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map(path => ({
    path,
    cited: numbersIn(text(path)).filter(number => kinds.has(number.slice(0, 2))),
  }))
  const inCode = code.map(({ path, text }) => ({
    path,
    cited: [...text.matchAll(/\brules? ((?:[A-Z]{2}\d+(?:[-, ]|, | and )*)+)/g)].flatMap(([list]) =>
      numbersIn(list),
    ),
  }))
  const cited = [...inPages, ...inCode].flatMap(({ path, cited }) => cited.map(number => ({ path, number })))
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([])
})

test('every line of the specification is there, with rules that exist, a later issue or a stated reason', () => {
  const found = text('docs/specification-lines.md').matchAll(/^- \*\*(\d+)\.(\d+)\*\* [^→\n]*(?:→ (.*))?$/gm)
  const lines = [...found].map(([, section = '', place, held = '']) => ({
    section,
    place: Number(place),
    held,
  }))
  const sections = Map.groupBy(lines, ({ section }) => section)
  expect([...sections.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  for (const all of sections.values())
    expect(all.map(({ place }) => place)).toEqual(all.map((_, before) => before + 1))
  const isHeld = (held: string) =>
    numbersIn(held).every(number => known.has(number)) &&
    (numbersIn(held).length > 0 || /later: issue \d+ \(.+\)|none: \S/.test(held))
  expect(lines.filter(({ held }) => !isHeld(held))).toEqual([])
})
