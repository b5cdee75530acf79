// What a spreadsheet takes for the beginning of a formula, which could send what stands beside it anywhere. Texts
// that begin with the apostrophe themselves are among them, or reading would take away their own.
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/

/**
 * One line of a table as RFC 4180 has it, with its line break. A text that begins like a formula gets the apostrophe
 * in front that tells every spreadsheet it is a text (rule EX5).
 */
export const tableLine = (cells: readonly (string | number | null)[], separator: string): string =>
  `${cells.map(cell => written(cell, separator)).join(separator)}\r\n`

/** A text as it was before tableLine wrote it (rule EX5). */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && LIKE_A_FORMULA.test(text) ? text.slice(1) : text

function written(cell: string | number | null, separator: string): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && LIKE_A_FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}
