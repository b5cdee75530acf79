import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { citedIn, faultsOfLine, numbersIn, rulesIn, rulesNamedIn, specificationLinesIn } from './rule-book.ts'
import { isCode, sourceFiles } from './source-files.ts'
import { testNames } from './test-names.ts'

const text = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const rules = rulesIn(text('docs/rules.md'))
const known = new Set(rules.map(rule => rule.number))
const lines = specificationLinesIn(text('docs/specification-lines.md'))
const code = sourceFiles(
  ['core', 'server', 'stand-ins', 'web', 'scripts', 'tests', 'e2e', 'bench'],
  isCode,
).map(({ path }) => ({ path, text: text(path) }))
const tests = testNames(code)
const proved = new Set(tests.flatMap(({ name }) => numbersIn(name ?? '')))
const twice = (all: readonly string[]) => all.filter((one, place) => all.indexOf(one) !== place)
const where = ({ path, line, name }: (typeof tests)[number]) => `${path}:${line} ${name ?? '(computed name)'}`

describe('the rules', () => {
  test('every rule has a test whose name begins with its number', () => {
    const unproved = rules.filter(({ number }) => !proved.has(number))
    expect(unproved.map(({ number, sentence }) => `${number} ${sentence}`)).toEqual([])
  })

  test('a number at the beginning of a test is that of a rule that exists', () => {
    expect(tests.length).toBeGreaterThan(100)
    const lost = tests.filter(({ name }) => numbersIn(name ?? '').some(number => !known.has(number)))
    expect(lost.map(where)).toEqual([])
  })

  test('there are at most 300, and no number is given twice', () => {
    expect(rules.length).toBeLessThanOrEqual(300)
    expect(rules.length).toBeGreaterThan(50)
    expect(twice(rules.map(rule => rule.number))).toEqual([])
  })

  test('a rule that a comment in the code speaks of exists', () => {
    const cited = code.flatMap(({ path, text }) => citedIn(text).map(number => `${path}: ${number}`))
    expect(cited.filter(citation => !known.has(citation.split(': ')[1] ?? ''))).toEqual([])
  })

  test('a rule that a page of the documentation names exists', () => {
    const prefixes = new Set(rules.map(({ number }) => number.slice(0, 2)))
    const isRule = (number: string) => prefixes.has(number.slice(0, 2))
    const pages = sourceFiles(['docs'], path => path.endsWith('.md')).map(({ path }) => path)
    expect(pages.length).toBeGreaterThan(30)
    const named = [...pages, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap(path =>
      rulesNamedIn(text(path))
        .filter(isRule)
        .map(number => `${path}: ${number}`),
    )
    expect(named.filter(citation => !known.has(citation.split(': ')[1] ?? ''))).toEqual([])
  })
})

describe('the lines of the specification', () => {
  test('every line has rules that exist, a later issue or a stated reason', () => {
    expect(lines.flatMap(line => faultsOfLine(line, known))).toEqual([])
  })

  test('sections 1 to 9 are there and no line is left out or given twice', () => {
    const sections = Map.groupBy(lines, line => line.section)
    expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const [section, all] of sections)
      expect(
        all.map(line => line.place),
        `section ${section}`,
      ).toEqual(all.map((_, before) => before + 1))
  })
})

describe('the search itself', () => {
  const found = (source: string) =>
    testNames([{ path: 'a.test.ts', text: `import { test } from 'vitest'\n${source}` }]).map(
      ({ name }) => name,
    )

  test('finds tests however they are declared', () => {
    expect(found(`test('[AA1] one', () => {})`)).toEqual(['[AA1] one'])
    expect(found('test(`[AA1] ${name}`, () => {})')).toEqual(['[AA1] '])
    expect(found(`test.each([[')', "("]])(\n  '[AA1][AA2] two',\n  () => {})`)).toEqual(['[AA1][AA2] two'])
    expect(found(`test.skipIf(a)('[AA3] three', () => {})`)).toEqual(['[AA3] three'])
    expect(found(`test.concurrent.each([1])('[AA3] four', () => {})`)).toEqual(['[AA3] four'])
    expect(found(`describe('x', () => { test.skip('five', () => {}) })`)).toEqual(['five'])
    expect(found(`test(name, () => {})`)).toEqual([null])
  })

  test('finds them also where `test` comes from a file of ours', () => {
    const file = (source: string) => [{ path: 'a.spec.ts', text: `${source}\ntest('[AA1] one', () => {})` }]
    expect(testNames(file(`import {\n  expect,\n  test,\n} from './musician.ts'`))).toHaveLength(1)
    expect(testNames(file(`import { pattern } from './pattern.ts'`))).toHaveLength(0)
  })

  test('takes nothing else for a test', () => {
    const source = `test.use({}); test.beforeEach(() => {}); pattern.test('x'); test.step('y', () => {}); latest('z')`
    expect(found(source)).toEqual([])
  })

  test('finds what is wrong', () => {
    expect(numbersIn('[AA1][BB22] a name with [CC3] in it')).toEqual(['AA1', 'BB22'])
    expect(numbersIn('a name [AA1]')).toEqual([])
    expect(rulesIn('- **AA1** A rule. (spec 9)\nnone\n- **BB2** Two.').map(rule => rule.number)).toEqual([
      'AA1',
      'BB2',
    ])
    const faults = (line: string) =>
      specificationLinesIn(line).flatMap(one => faultsOfLine(one, new Set(['AA1'])))
    expect(faults('- **4.7** Words. → AA1')).toEqual([])
    expect(faults('- **4.7** Words. → AA1; later: issue 4 (the rest)')).toEqual([])
    expect(faults('- **4.7** Words. → none: D1 has our own server')).toEqual([])
    expect(faults('- **4.7** Words. → BB2')).toEqual(['4.7 cites BB2, which does not exist'])
    expect(faults('- **4.7** Words.')).toEqual(['4.7 has neither rule nor reason'])
    expect(faults('- **4.7** Words. → later')).toEqual(['4.7 has neither rule nor reason'])
    expect(faults('- **4.7** Words. → none:')).toEqual(['4.7 has neither rule nor reason'])
  })
})
