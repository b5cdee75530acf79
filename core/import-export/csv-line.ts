// Text that a spreadsheet takes for a formula, which could leak neighboring cells. Includes full-width characters, and
// formulas after a separator or line break, because some programs split there in spite of the quotes. Includes texts
// that begin with an apostrophe, because reading would remove it.
const LIKE_A_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]|[;,\t\r\n]["']*[=+\-@＝＋－＠]/

const MONTH = [
  'jan(?:uary?)?',
  'feb(?:ruary?)?',
  'mar(?:ch)?|mär|mrz|märz',
  'apr(?:il)?',
  'ma[iy]',
  'jun[ei]?',
  'jul[iy]?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'o[ck]t(?:ober)?',
  'nov(?:ember)?',
  'de[cz](?:ember)?',
].join('|')
// Spreadsheets make a day of "1-8", a number of "1e3", a time of "1 a". Whole numbers stay what they are.
const LIKE_A_NUMBER =
  /^'*(?!(?:0|[1-9]\d{0,9})$)[\s(+\-$€£.,]*\d[\d\s.,:/\-+()%$€£]*(?:e[+-]?\d+|\s[ap]m?)?$/i
const MONTH_AND_NUMBERS = new RegExp(`^'*[\\d\\s.,/\\-]*(?:${MONTH})[\\d\\s.,/\\-]*$`, 'i')
// What spreadsheets write for a day: "01. Aug", "8-Jan", "08/01/26", or its number, which is 45731 for 15 March 2025.
const WRITTEN_DAY = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d\d|\d{4})|\d{4}-\d\d-\d\d|[34]\d{4})$/

/**
 * Formats one line of CSV (RFC 4180), including its line break. Puts an apostrophe before any text that looks like a
 * formula, so that spreadsheets treat it as text (rule EX5).
 */
export const formatCsvLine = (cells: readonly (string | number | null)[], separator: string): string =>
  `${cells.map(cell => formatCell(cell, separator)).join(separator)}\r\n`

/**
 * Puts an apostrophe before a name of which a spreadsheet would make a number, a day or a time ("1-8"), so that it
 * stays as it is (rule EX14).
 */
export const protectFromSpreadsheets = (name: string): string =>
  isLikeAValue(name) && !LIKE_A_FORMULA.test(name) ? `'${name}` : name

/**
 * Removes the apostrophe that an export puts before a text of which a spreadsheet would make something else. Returns
 * other text unchanged (rules EX5, EX14).
 */
export const unescapeCell = (text: string): string =>
  text.startsWith("'") && (LIKE_A_FORMULA.test(text) || isLikeAValue(text)) ? text.slice(1) : text

/** Returns true if a name looks like a day as a spreadsheet writes it, which may once have been "1-8" (rule EX14). */
export const isLikeASpreadsheetDay = (name: string): boolean =>
  isMonthWithNumber(name) || WRITTEN_DAY.test(name)

const isMonthWithNumber = (text: string) => MONTH_AND_NUMBERS.test(text) && /\d/.test(text)

const isLikeAValue = (text: string) => LIKE_A_NUMBER.test(text) || isMonthWithNumber(text)

function formatCell(cell: string | number | null, separator: string): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && LIKE_A_FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}
