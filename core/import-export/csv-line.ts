// Text that a spreadsheet takes for a formula, which could leak neighboring cells. Includes full-width characters, and
// formulas after a separator or line break, because some programs split there in spite of the quotes. Includes texts
// that begin with an apostrophe, because reading would remove it.
const LIKE_A_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]|[;,\t\r\n]["']*[=+\-@＝＋－＠]/

/**
 * Formats one line of CSV (RFC 4180), including its line break. Puts an apostrophe before any text that looks like a
 * formula, so that spreadsheets treat it as text (rule EX5).
 */
export const formatCsvLine = (cells: readonly (string | number | null)[], separator: string): string =>
  `${cells.map(cell => formatCell(cell, separator)).join(separator)}\r\n`

/**
 * Removes the apostrophe that formatCsvLine puts before text that looks like a formula. Returns other text unchanged
 * (rule EX5).
 */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && LIKE_A_FORMULA.test(text) ? text.slice(1) : text

function formatCell(cell: string | number | null, separator: string): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && LIKE_A_FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}
