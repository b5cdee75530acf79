import { expect, test } from 'vitest'
import { tableLine, withoutApostrophe } from './export-cell.ts'

test('[EX4] a line is separated, ends with CR LF, and quotes what would be misread', () => {
  expect(tableLine(['a', 1, null, 'b'], ',')).toBe('a,1,,b\r\n')
  expect(tableLine(['a,b', 'say "trill"', 'two\nlines', 'c;d'], ',')).toBe(
    '"a,b","say ""trill""","two\nlines",c;d\r\n',
  )
  expect(tableLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n')
})

test.each(['=1+1', '+49', '-3', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''@"])(
  '[EX5] %j is written as a text and read as it was',
  text => {
    const cell = tableLine([text], ',').trimEnd().replaceAll('"', '')
    expect(cell.startsWith("'")).toBe(true)
    expect(withoutApostrophe(`'${text}`)).toBe(text)
  },
)

test.each(['Gigue', "'s Abends", "L'heure exquise", 'A = B', "'", '5'])('[EX5] %j stays as it is', text => {
  expect(tableLine([text], ',')).toBe(`${text}\r\n`)
  expect(withoutApostrophe(text)).toBe(text)
})
