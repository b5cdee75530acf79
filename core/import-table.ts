import { withoutApostrophe } from './export-cell.ts'

/** A row of a table and the line of the file it begins in, counted from 1. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] }

/**
 * The rows of a text as RFC 4180 has them, separated by whatever its first line is separated by: comma, semicolon or
 * tab. Empty lines are left out. A quote that is never closed ends with the text (rule EX7). Never throws.
 */
export function tableRows(text: string): TableRow[] {
  const separator = separatorOf(text)
  const rows: TableRow[] = []
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
    const quoted = text[at] === '"' ? quotedAt(text, at) : { text: '', end: at }
    // Nothing stands behind a closing quote, unless somebody wrote the file by hand.
    const rest = plainAt(text, quoted.end, separator)
    const cell = { text: quoted.text + rest.text, end: rest.end }
    cells.push(withoutApostrophe(cell.text.trim()))
    line += linesIn(text.slice(at, cell.end))
    at = cell.end
    if (text[at] === separator) {
      at += 1
      // A separator at the very end has an empty cell behind it, which says nothing.
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

/** The separator that the first line has most of, outside quotes. */
function separatorOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map(sign => ({ sign, count: first.split(sign).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

function quotedAt(text: string, start: number) {
  let end = start + 1
  for (;;) {
    const quote = text.indexOf('"', end)
    if (quote === -1) return { text: text.slice(start + 1).replaceAll('""', '"'), end: text.length }
    if (text[quote + 1] !== '"')
      return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    end = quote + 2
  }
}

function plainAt(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

const linesIn = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0
