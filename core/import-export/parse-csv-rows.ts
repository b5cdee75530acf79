import { unescapeFormula } from './csv-line.ts'

/** A row of a CSV file with the line in which it begins, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/**
 * Parses CSV according to RFC 4180. Detects the separator from the first line: comma, semicolon or tab. Skips empty
 * lines. An unclosed quote extends to the end of the text (rule EX7). Never throws.
 */
export function parseCsvRows(text: string): CsvRow[] {
  const separator = detectSeparator(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let began = 1
  let at = 0

  const endRow = () => {
    if (cells.some(cell => cell !== '')) rows.push({ line: began, cells })
    cells = []
  }
  while (at < text.length) {
    if (cells.length === 0) began = line
    const quoted = text[at] === '"' ? readQuotedCell(text, at) : { text: '', end: at }
    // Text after a closing quote occurs only in files written by hand.
    const rest = readPlainCell(text, quoted.end, separator)
    const cell = { text: quoted.text + rest.text, end: rest.end }
    cells.push(unescapeFormula(cell.text.trim()))
    line += countLineBreaks(text.slice(at, cell.end))
    at = cell.end
    if (text[at] === separator) {
      at += 1
      // A separator at the very end is followed by one more, empty cell, which is ignored.
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    endRow()
  }
  endRow()
  return rows
}

/** Returns the most frequent separator of the first line, outside quotes. */
function detectSeparator(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map(sign => ({ sign, count: first.split(sign).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

function readQuotedCell(text: string, start: number) {
  let end = start + 1
  for (;;) {
    const quote = text.indexOf('"', end)
    if (quote === -1) return { text: text.slice(start + 1).replaceAll('""', '"'), end: text.length }
    if (text[quote + 1] !== '"')
      return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    end = quote + 2
  }
}

function readPlainCell(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

const countLineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0
