import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { numbersIn, rulesOfLine, specificationLinesIn } from '#tests/repository/rule-book.ts'
import { isCode, sourceFiles } from '#tests/repository/source-files.ts'
import { testNames } from '#tests/repository/test-names.ts'

const text = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')

/**
 * npm run specification [section …]: prints the lines of the specification as a Markdown table with their rules and the
 * number of tests per rule, with one of the tests as an entry point.
 */
function main(sections: readonly number[]) {
  const code = sourceFiles(['core', 'server', 'stand-ins', 'web', 'scripts', 'tests', 'e2e', 'bench'], isCode)
  const tests = testNames(code.map(({ path }) => ({ path, text: text(path) })))
  const testsOf = (rule: string) => tests.filter(({ name }) => numbersIn(name ?? '').includes(rule))
  const lines = specificationLinesIn(text('docs/specification-lines.md')).filter(
    ({ section }) => sections.length === 0 || sections.includes(section),
  )

  const rows = lines.map(line => {
    const rules = rulesOfLine(line)
    const first = rules.flatMap(testsOf)[0]
    const proved = rules.map(rule => `${rule} (${testsOf(rule).length})`).join(', ')
    const rest = line.held.split(/;\s*/).filter(part => /^(later|none):/.test(part))
    const place = first === undefined ? '' : `${first.path}:${first.line}`
    return [`${line.section}.${line.place}`, line.words, [proved, ...rest].filter(Boolean).join('; '), place]
  })
  const table = [
    ['Line', 'What it says', 'Rules (tests)', 'For example'],
    ['---', '---', '---', '---'],
    ...rows,
  ]
  for (const row of table) process.stdout.write(`| ${row.join(' | ')} |\n`)
}

main(process.argv.slice(2).map(Number))
