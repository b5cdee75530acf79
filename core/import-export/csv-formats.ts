import type { EntryFields, PieceFields } from '#core/library/piece.ts'

export type CsvLanguage = 'en' | 'de'

const ENGLISH = {
  columns: {
    record: 'record',
    time: 'time (UTC)',
    piece: 'piece',
    section: 'section',
    goal: 'goal',
    tempo: 'tempo',
    urgency: 'urgency',
    practiced: 'last practiced (UTC)',
    deleted: 'deleted (UTC)',
    about: 'about',
    text: 'text',
    seconds: 'seconds',
    planned: 'planned seconds',
    day: 'day',
    firstTry: 'first try',
    runThrough: 'run-through',
    performance: 'performance',
    onHold: 'on hold',
  },
  records: {
    profile: 'profile',
    signIn: 'sign-in',
    device: 'device',
    subscription: 'subscription',
    piece: 'piece',
    section: 'section',
    practice: 'practice',
    feedback: 'feedback',
    event: 'event',
  },
}

export type ExportColumnKey = keyof typeof ENGLISH.columns
export type ExportRowKind = keyof typeof ENGLISH.records
export const EXPORT_COLUMN_KEYS = Object.keys(ENGLISH.columns) as readonly ExportColumnKey[]

export const COLUMN_KEY_BY_PIECE_FIELD: { readonly [Name in keyof PieceFields]: ExportColumnKey } = {
  name: 'piece',
  importance: 'urgency',
  endTempo: 'goal',
  click: 'text',
  performOn: 'performance',
  onHold: 'onHold',
}

export const COLUMN_KEY_BY_ENTRY_FIELD: {
  readonly [Name in Exclude<keyof EntryFields, 'pieceId' | 'partId'>]: ExportColumnKey
} = {
  tempo: 'tempo',
  seconds: 'seconds',
  plannedSeconds: 'planned',
  day: 'day',
  firstTryClean: 'firstTry',
  runThroughId: 'runThrough',
}

type TableWords = {
  readonly separator: ',' | ';'
  readonly columns: Readonly<Record<ExportColumnKey, string>>
  readonly records: Readonly<Record<ExportRowKind, string>>
  readonly values: { readonly clean: string; readonly mistakes: string; readonly yes: string }
}

/** German files use semicolons, because German spreadsheets do not split columns at commas. */
export const CSV_FORMAT_BY_LANGUAGE: Readonly<Record<CsvLanguage, TableWords>> = {
  en: {
    separator: ',',
    ...ENGLISH,
    values: { clean: 'clean', mistakes: 'mistakes', yes: 'yes' },
  },
  de: {
    separator: ';',
    columns: {
      record: 'Art',
      time: 'Zeit (UTC)',
      piece: 'Stück',
      section: 'Abschnitt',
      goal: 'Zieltempo',
      tempo: 'Tempo',
      urgency: 'Dringlichkeit',
      practiced: 'zuletzt geübt (UTC)',
      deleted: 'gelöscht (UTC)',
      about: 'Betreff',
      text: 'Text',
      seconds: 'Sekunden',
      planned: 'geplante Sekunden',
      day: 'Tag',
      firstTry: 'erster Versuch',
      runThrough: 'Durchspielen',
      performance: 'Auftritt',
      onHold: 'pausiert',
    },
    records: {
      profile: 'Profil',
      signIn: 'Anmeldung',
      device: 'Gerät',
      subscription: 'Abo',
      piece: 'Stück',
      section: 'Abschnitt',
      practice: 'Üben',
      feedback: 'Feedback',
      event: 'Ereignis',
    },
    values: { clean: 'sauber', mistakes: 'Fehler', yes: 'ja' },
  },
}

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
// Spreadsheets turn "1-8" into a day, "1e3" into a number, "1 a" into a time. Whole numbers may stay.
const LIKE_A_NUMBER =
  /^'*(?!(?:0|[1-9]\d{0,9})$)[\s(+\-$€£.,]*\d[\d\s.,:/\-+()%$€£]*(?:e[+-]?\d+|\s[ap]m?)?$/i
const MONTH_AND_NUMBERS = new RegExp(`^'*[\\d\\s.,/\\-]*(?:${MONTH})[\\d\\s.,/\\-]*$`, 'i')

/** Follows RFC 4180. Adds an apostrophe before text that a spreadsheet would take for a formula. */
export const formatFormulaSafeCsvLine = (
  cells: readonly (string | number | null)[],
  separator: string,
): string => `${cells.map(cell => formatCell(cell, separator)).join(separator)}\r\n`

/** Skips formulas, because `formatFormulaSafeCsvLine` escapes them. */
export const escapeNumberOrDateLikeText = (name: string): string =>
  isLikeAValue(name) && !LIKE_A_FORMULA.test(name) ? `'${name}` : name

export const removeProtectiveApostrophe = (text: string): string =>
  text.startsWith("'") && (LIKE_A_FORMULA.test(text) || isLikeAValue(text)) ? text.slice(1) : text

const isLikeAValue = (text: string) =>
  LIKE_A_NUMBER.test(text) || (MONTH_AND_NUMBERS.test(text) && /\d/.test(text))

function formatCell(cell: string | number | null, separator: string): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && LIKE_A_FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isOpen: boolean }

export const MAX_TABLE_COLUMNS = 100

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
      const cell = removeProtectiveApostrophe((quoted + text.slice(at, end)).trim())
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
