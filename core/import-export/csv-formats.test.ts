import { expect, test } from 'vitest'
import {
  formatFormulaSafeCsvLine,
  escapeNumberOrDateLikeText,
  removeProtectiveApostrophe,
} from './csv-formats.ts'

test('[EX4] a line is separated, ends with CR LF, and quotes what would be misread', () => {
  expect(formatFormulaSafeCsvLine(['a', 1, null, 'b'], ',')).toBe('a,1,,b\r\n')
  expect(formatFormulaSafeCsvLine(['a,b', 'say "trill"', 'two\nlines', 'c;d'], ',')).toBe(
    '"a,b","say ""trill""","two\nlines",c;d\r\n',
  )
  expect(formatFormulaSafeCsvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n')
})

const FORMULAS = ['=1+1', '+49', '-3', '@SUM(A1)', '\t=1', "'=1", '＝1', '\n=1', 'a;=1', 'a,"+1', 'a\n-1']

test.each(FORMULAS)('[EX4] %j is written as a text and read as it was', text => {
  const cell = formatFormulaSafeCsvLine([text], ',').replace(/^"/, '')
  expect(cell.startsWith("'")).toBe(true)
  expect(removeProtectiveApostrophe(`'${text}`)).toBe(text)
})

test.each(['Gigue', "'s Abends", "L'heure exquise", 'A = B', "'", '5'])('[EX4] %j stays as it is', text => {
  expect(formatFormulaSafeCsvLine([text], ',')).toBe(`${text}\r\n`)
  expect(removeProtectiveApostrophe(text)).toBe(text)
})

const VALUES = ['1-8', '1/8', '1. Aug', 'Mai 2', '01', '1.5', '1:30', '1e3', '1 a', '50 %', "'1-8", '(3)']

test.each(VALUES)('[EX4] %j is written so that spreadsheets leave it as it is, and read as it was', name => {
  const cell = formatFormulaSafeCsvLine([escapeNumberOrDateLikeText(name)], ',').trimEnd()
  expect(cell).toBe(`'${name}`)
  expect(removeProtectiveApostrophe(cell)).toBe(name)
})

test.each(['Coda', '33', '1812', 'T. 1-8', '1–8', '1a', 'Take 5', 'Marcia 2', "'s Abends"])(
  '[EX4] %j is left alone by spreadsheets and by us',
  name => {
    expect(escapeNumberOrDateLikeText(name)).toBe(name)
    expect(removeProtectiveApostrophe(name)).toBe(name)
  },
)
