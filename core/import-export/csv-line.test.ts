import { expect, test } from 'vitest'
import { formatCsvLine, unescapeFormula } from './csv-line.ts'

test('[EX4] a line is separated, ends with CR LF, and quotes what would be misread', () => {
  expect(formatCsvLine(['a', 1, null, 'b'], ',')).toBe('a,1,,b\r\n')
  expect(formatCsvLine(['a,b', 'say "trill"', 'two\nlines', 'c;d'], ',')).toBe(
    '"a,b","say ""trill""","two\nlines",c;d\r\n',
  )
  expect(formatCsvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n')
})

test.each([
  '=1+1',
  '+49',
  '-3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=1",
  "''@",
  '＝1',
  '＋1',
  '－1',
  '＠A',
  '\n=1',
  'a;=1',
  'a,"+1',
  'a\t@A',
  'a\n-1',
  "'s;=1",
])('[EX5] %j is written as a text and read as it was', text => {
  const cell = formatCsvLine([text], ',').replace(/^"/, '')
  expect(cell.startsWith("'")).toBe(true)
  expect(unescapeFormula(`'${text}`)).toBe(text)
})

test.each(['Gigue', "'s Abends", "L'heure exquise", 'A = B', "'", '5'])('[EX5] %j stays as it is', text => {
  expect(formatCsvLine([text], ',')).toBe(`${text}\r\n`)
  expect(unescapeFormula(text)).toBe(text)
})
