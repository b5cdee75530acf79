import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbersIn, rulesIn } from '#tests/repository/rule-book.ts'
import { isCode, sourceFiles } from '#tests/repository/source-files.ts'
import { testNames } from '#tests/repository/test-names.ts'

const text = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

type Row = { scenario: string; rule: string; file: string; engines: string }

const rows: Row[] = [
  ...text('docs/sync-scenarios.md').matchAll(/^\| (.+) \| ([A-Z]{2}\d+) \| (\S+) \| (\w+) \|$/gm),
].map(([, scenario = '', rule = '', file = '', engines = '']) => ({ scenario, rule, file, engines }))
const code = sourceFiles(['core', 'server', 'stand-ins', 'web', 'tests', 'e2e'], isCode).map(({ path }) => ({
  path,
  text: text(path),
}))
const told = testNames(code).flatMap(({ path, name }) => numbersIn(name ?? '').map(rule => `${rule} ${path}`))

test('[SC23] every scenario of the table is told by a test that stands where it says', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ rule, file }) => !told.includes(`${rule} ${file}`))).toEqual([])
})

test('[SC23] every rule of a scenario and every test of one stands in the table', () => {
  const listed = new Set(rows.map(({ rule, file }) => `${rule} ${file}`))
  const rules = rulesIn(text('docs/rules.md')).filter(
    ({ number }) => number.startsWith('SC') && number !== 'SC23',
  )
  expect(rules.filter(({ number }) => rows.every(({ rule }) => rule !== number))).toEqual([])
  const tests = told.filter(one => one.startsWith('SC') && !one.startsWith('SC23 '))
  expect(tests.filter(one => !listed.has(one))).toEqual([])
})

test('[SC23] what is told on both engines is run on both, and the rest of the browser scenarios on PGlite', () => {
  const [pglite = '', postgresql = ''] = ['pglite', 'postgresql'].map(name =>
    text(`e2e/sync/scenarios-${name}.spec.ts`),
  )
  expect([pglite, postgresql].map(spec => /engine: '(\w+)'/.exec(spec)?.[1])).toEqual([
    'PGlite',
    'PostgreSQL',
  ])
  const scenarios = rows.filter(({ file }) => file.startsWith('e2e/sync/scenarios-'))
  const filesOn = (engine: string) => [
    ...new Set(
      scenarios.flatMap(({ file, engines }) => (engines === engine ? [file.replace('e2e/sync/', './')] : [])),
    ),
  ]
  const importedBy = (spec: string) => spec.match(/\.\/scenarios-[^']*/g)?.toSorted()
  expect(filesOn('both').length).toBeGreaterThan(0)
  expect(importedBy(postgresql)).toEqual(filesOn('both').toSorted())
  expect(importedBy(pglite)).toEqual([...filesOn('both'), ...filesOn('PGlite')].toSorted())
})
