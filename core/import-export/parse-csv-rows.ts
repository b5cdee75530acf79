import { unescapeCell } from './csv-line.ts'

/**
 * A row of a CSV file with the line in which it begins, counted from 1. `isOpen` says that one of its quotes is never
 * closed, so that the rest of the file lies in it.
 */
export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isOpen: boolean }

/** Maximum number of columns of a table to import. What stands to the right of them is not kept, but for one cell. */
export const MAX_TABLE_COLUMNS = 100

/**
 * Parses CSV according to RFC 4180, row by row, so that who reads it can stop. A first line like `sep=;`, which Excel
 * writes and hides, names the separator; otherwise it is what is most frequent in the first line: comma, semicolon or
 * tab. Skips empty lines (rule EX7). Takes time in proportion to the text. Never throws.
 */
export function* parseCsvRows(text: string): Generator<CsvRow, undefined> {
  const declared = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(text)
  const separator = declared?.[1] ?? detectSeparator(text)
  let at = declared?.[0].length ?? 0
  let line = declared === null ? 1 : 2
  while (at < text.length) {
    const began = line
    const cells: string[] = []
    let isOpen = false
    for (;;) {
      let quoted = ''
      if (text[at] === '"') {
        const end = endOfQuotes(text, at)
        isOpen ||= end === null
        quoted = text.slice(at + 1, end === null ? text.length : end - 1).replaceAll('""', '"')
        line += countLineBreaks(quoted)
        at = end ?? text.length
      }
      // Text after a closing quote occurs only in files written by hand.
      const end = endOfPlainText(text, at, separator)
      const cell = unescapeCell((quoted + text.slice(at, end)).trim())
      // A spreadsheet may write thousands of empty columns.
      if (cells.length < MAX_TABLE_COLUMNS) cells.push(cell)
      else if (cell !== '') cells[MAX_TABLE_COLUMNS] = cell
      at = end
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    if (cells.some(cell => cell !== '')) yield { line: began, cells, isOpen }
  }
}

/** Returns the most frequent separator of the first line, outside quotes. */
function detectSeparator(text: string): string {
  const counts = new Map([',', ';', '\t'].map(sign => [sign, 0]))
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '\n' || sign === '\r') break
    const count = counts.get(sign)
    if (count !== undefined) counts.set(sign, count + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** Returns the place behind the quote that closes the one at `start`, or null if none does. */
function endOfQuotes(text: string, start: number): number | null {
  for (let end = start + 1; ; end += 2) {
    end = text.indexOf('"', end)
    if (end === -1) return null
    if (text[end + 1] !== '"') return end + 1
  }
}

function endOfPlainText(text: string, start: number, separator: string): number {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}

const countLineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0
