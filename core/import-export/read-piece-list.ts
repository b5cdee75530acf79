import { CSV_FORMATS } from './csv-formats.ts'
import {
  importedPieceNameFault,
  MAX_PIECE_LIST_LINES,
  type ImportEntryFault,
  type ImportEntryFaultCode,
  type ImportFileFault,
} from './import-fault.ts'
import { parseCsvRows, type CsvRow } from './parse-csv-rows.ts'
import type { Day } from '#core/library/day.ts'
import { parsePerformanceDay } from '#core/library/parse-day.ts'
import {
  DEFAULT_IMPORTANCE,
  partNameFault,
  parseImportance,
  normalizeName,
  type Importance,
} from '#core/library/piece.ts'
import { parseGoalTempo, type Bpm } from '#core/music/tempo.ts'

/**
 * A piece of an imported list with its sections. A single section without a name stands for a piece that is not split
 * into sections.
 */
export type PieceListEntry = {
  readonly line: number
  readonly name: string
  readonly endTempo: Bpm
  readonly importance: Importance
  /** The performance date, or null if there is none. */
  readonly performOn: Day | null
  readonly onHold: boolean
  readonly sections: readonly {
    readonly line: number
    readonly name: string | null
    readonly currentTempo: Bpm
  }[]
}

/**
 * Result of reading a list of pieces: the pieces with the faults of skipped rows, or the reason why the whole file
 * cannot be imported.
 */
export type PieceList =
  | { kind: 'list'; pieces: readonly PieceListEntry[]; faults: readonly ImportEntryFault[] }
  | { kind: 'fault'; fault: ImportFileFault }

/** Accepted names of the columns. Case, spaces and punctuation are ignored. */
const COLUMN_NAMES = {
  record: [CSV_FORMATS.en.columns.record, CSV_FORMATS.de.columns.record],
  name: ['name', 'piece', 'title', 'stück', 'stueck', 'titel', 'name des stücks'],
  section: ['section', 'part', 'abschnitt', 'teil', 'stelle'],
  goal: ['goal', 'endTempo', 'goal bpm', 'goal tempo', 'ziel', 'zieltempo', 'endtempo', 'ziel bpm'],
  tempo: ['tempo', 'current tempo', 'current bpm', 'bpm', 'aktuelles tempo', 'jetziges tempo', 'current'],
  urgency: ['urgency', 'importance', 'dringlichkeit', 'wichtigkeit', 'priorität'],
  performance: ['performance', 'performance date', 'concert', 'Auftritt', 'Auftrittstag', 'Konzert'],
  onHold: ['on hold', 'pausiert', 'Pause'],
  deleted: ['deleted', CSV_FORMATS.en.columns.deleted, CSV_FORMATS.de.columns.deleted],
} as const
type Column = keyof typeof COLUMN_NAMES

type Line = { readonly line: number; readonly of: (column: Column) => string }

/**
 * Parses a CSV list of pieces. The first row contains the column names; each further row describes a piece or a
 * section. Skips invalid rows and reports them as faults. Also accepts a CSV export of this app, and reads only its
 * pieces (rule EX7). Never throws.
 */
export function readPieceList(text: string): PieceList {
  const [head, ...rows] = parseCsvRows(text)
  if (head === undefined) return { kind: 'fault', fault: 'empty' }
  const columns = head.cells.map(findColumn)
  if (!columns.includes('name')) return { kind: 'fault', fault: 'no-names' }
  const lines = rows.map(row => toLine(row, columns)).filter(isListed)
  if (lines.length > MAX_PIECE_LIST_LINES) return { kind: 'fault', fault: 'too-many-lines' }
  if (lines.length === 0) return { kind: 'fault', fault: 'nothing-in-it' }
  const faults: ImportEntryFault[] = []
  const reportFault = (line: Line, code: ImportEntryFaultCode, found: string) =>
    void faults.push({ where: { kind: 'line', line: line.line }, code, found })
  const named = lines.filter(line => hasName(line, reportFault))
  const pieces = [...Map.groupBy(named, line => nameComparisonKey(line.of('name'))).values()].flatMap(
    lines => parseListedPiece(lines, reportFault) ?? [],
  )
  return { kind: 'list', pieces, faults: faults.toSorted((a, b) => positionOf(a) - positionOf(b)) }
}

/**
 * Returns a key for comparing names during an import: the normalized name in lower case. Names that differ only in
 * case, white space or Unicode form have the same key.
 */
export const nameComparisonKey = (name: string) => normalizeName(name).toLowerCase()

type ReportFault = (line: Line, code: ImportEntryFaultCode, found: string) => void

const positionOf = ({ where }: ImportEntryFault) => (where.kind === 'line' ? where.line : where.number)

const normalizeColumnName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

function findColumn(title: string): Column | null {
  const columns = Object.keys(COLUMN_NAMES) as Column[]
  return (
    columns.find(column =>
      COLUMN_NAMES[column].some(name => normalizeColumnName(name) === normalizeColumnName(title)),
    ) ?? null
  )
}

const toLine = ({ line, cells }: CsvRow, columns: readonly (Column | null)[]): Line => ({
  line,
  of: column => cells[columns.indexOf(column)] ?? '',
})

const LIST_RECORDS = Object.values(CSV_FORMATS).flatMap(({ records }) => [records.piece, records.section])

/** Returns true for rows of a list. In an exported table, these are the pieces and sections that are not deleted. */
function isListed(line: Line): boolean {
  const record = line.of('record')
  return (record === '' || LIST_RECORDS.includes(record)) && line.of('deleted') === ''
}

function hasName(line: Line, reportFault: ReportFault): boolean {
  const name = line.of('name')
  const fault = importedPieceNameFault(name)
  if (fault !== null) reportFault(line, fault, name)
  return fault === null
}

/** Returns the piece described by rows of the same name, or null if none of them is valid. */
function parseListedPiece(lines: readonly Line[], reportFault: ReportFault): PieceListEntry | null {
  const [first] = lines
  if (first === undefined) return null
  // The goal and the urgency may be in only one of a piece's rows.
  const goal = lines.find(line => line.of('goal') !== '') ?? first
  const endTempo = parseGoalTempo(parseNumberCell(goal.of('goal')))
  if (endTempo === null) {
    reportFault(goal, 'goal', goal.of('goal'))
    return null
  }
  const urgent = lines.find(line => line.of('urgency') !== '')
  const importance =
    urgent === undefined ? DEFAULT_IMPORTANCE : parseImportance(parseNumberCell(urgent.of('urgency')))
  if (importance === null) {
    reportFault(urgent ?? first, 'urgency', urgent?.of('urgency') ?? '')
    return null
  }
  const dated = lines.find(line => line.of('performance') !== '')
  const performOn = dated === undefined ? null : parseDayCell(dated.of('performance'))
  if (dated !== undefined && performOn === null) {
    reportFault(dated, 'performance', dated.of('performance'))
    return null
  }
  const hold = lines.find(line => line.of('onHold') !== '')
  const onHold = hold === undefined ? false : parseYesOrNo(hold.of('onHold'))
  if (onHold === null) {
    reportFault(hold ?? first, 'on-hold', hold?.of('onHold') ?? '')
    return null
  }
  const differing = lines.find(
    line => line.of('goal') !== '' && parseNumberCell(line.of('goal')) !== endTempo,
  )
  if (differing !== undefined) reportFault(differing, 'goal-differs', differing.of('goal'))
  const sections = parseSections(
    lines.filter(line => line !== differing),
    reportFault,
  )
  if (sections.length === 0) return null
  return {
    line: first.line,
    name: normalizeName(first.of('name')),
    endTempo,
    importance,
    performOn,
    onHold,
    sections,
  }
}

function parseSections(lines: readonly Line[], reportFault: ReportFault): PieceListEntry['sections'] {
  const isSplit = lines.some(line => line.of('section') !== '')
  const seen = new Set<string>()
  return lines.flatMap(line => {
    const written = line.of('section')
    if (written === '' && isSplit) {
      // A separate row for the piece above those of its sections.
      if (line.of('tempo') !== '') reportFault(line, 'section-missing', line.of('name'))
      return []
    }
    if (isSplit && partNameFault(written) !== null) return skipWithFault(line, 'section-too-long', written)
    if (seen.has(nameComparisonKey(written)))
      return skipWithFault(line, 'twice', written === '' ? line.of('name') : written)
    seen.add(nameComparisonKey(written))
    const currentTempo = parseGoalTempo(parseNumberCell(line.of('tempo')))
    if (currentTempo === null) return skipWithFault(line, 'tempo', line.of('tempo'))
    return [{ line: line.line, name: isSplit ? normalizeName(written) : null, currentTempo }]
  })

  function skipWithFault(line: Line, code: ImportEntryFaultCode, found: string): [] {
    reportFault(line, code, found)
    return []
  }
}

/** Parses the number in a cell ("120", "120 bpm", "120,0"); null for anything else. */
function parseNumberCell(cell: string): number | null {
  const match = /^(\d{1,4})(?:[.,]0+)?\s*(?:bpm)?$/i.exec(cell)
  return match === null ? null : Number(match[1])
}

/** Parses the date of a performance in a cell ("2027-01-09", "9.1.2027"); null for anything else. */
function parseDayCell(cell: string): Day | null {
  const german = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/.exec(cell)
  if (german === null) return parsePerformanceDay(cell)
  const [date = '', month = '', year = ''] = german.slice(1)
  return parsePerformanceDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

const YES = ['yes', 'true', 'x', '1', ...Object.values(CSV_FORMATS).map(({ values }) => values.yes)]
const NO = ['no', 'false', '0', 'nein']

/** Parses a cell that says yes or no in English or German; null for anything else. */
function parseYesOrNo(cell: string): boolean | null {
  const word = cell.toLowerCase()
  return YES.includes(word) ? true : NO.includes(word) ? false : null
}
