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

const tested = code.flatMap(({ path, text }) =>
  [...text.matchAll(/['"`]((?:\[[A-Z]{2}\d+\])+) /g)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/[A-Z]{2}\d+/g)].map(([number]) => ({ path, number })),
  ),
)
const numbersIn = (words: string) => words.match(/\b[A-Z]{2}\d+\b/g) ?? []

test('every rule has a test whose name begins with its number, and no test begins with another', () => {
  const numbers = new Set(tested.map(({ number }) => number))
  expect(rules.filter(rule => !numbers.has(rule))).toEqual([])
  expect(tested.filter(({ number }) => !known.has(number))).toEqual([])
})

test('there are at most 300 rules, and no number is given twice', () => {
  expect(rules.length).toBeLessThanOrEqual(300)
  expect(known.size).toBe(rules.length)
})

test('a rule that a comment or a page of the documentation names exists', () => {
  const docs = sourceFiles(['docs'], path => path.endsWith('.md')).map(({ path }) => path)
  const inPages = [...docs, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap(path =>
    numbersIn(text(path))
      .filter(number => kinds.has(number.slice(0, 2)))
      .map(number => ({ path, number })),
  )
  const lists = /\brules? ((?:[A-Z]{2}\d+(?:[-, ]|, | and )*)+)/g
  const inCode = code.flatMap(({ path, text }) =>
    [...text.matchAll(lists)].flatMap(([list]) => numbersIn(list)).map(number => ({ path, number })),
  )
  expect([...inPages, ...inCode].filter(({ number }) => !known.has(number))).toEqual([])
})

test('every line of the specification says what holds it: a rule, a later issue, or why nothing does', () => {
  const lines = [...text('docs/specification-lines.md').matchAll(/^- \*\*\d+\.\d+\*\* [^→\n]*(?:→ (.*))?$/gm)]
  expect(lines.length).toBeGreaterThan(100)
  const isHeld = (held = '') => numbersIn(held).length > 0 || /later: issue \d+ \(.+\)|none: \S/.test(held)
  expect(lines.filter(([, held]) => !isHeld(held)).map(([line]) => line)).toEqual([])
})

test('the tests that skips.json names exist', () => {
  const names = Object.keys(JSON.parse(text('tests/repository/skips.json'))).map(name => name.split(' > '))
  const isThere = ([path = '', ...titles]: string[]) => text(path).includes(titles.at(-1) ?? '')
  expect(names.filter(name => !isThere(name))).toEqual([])
})
