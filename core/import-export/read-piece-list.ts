import {
  COLUMN_KEY_BY_PIECE_FIELD,
  CSV_FORMAT_BY_LANGUAGE,
  MAX_TABLE_COLUMNS,
  parseCsvRows,
  type CsvRow,
} from './csv-formats.ts'
import {
  findImportedPieceNameFault,
  MAX_PIECE_LIST_LINES,
  MAX_SECTIONS_OF_IMPORTED_PIECE,
  REPLACEMENT_CHAR,
  type ImportRowFault,
  type ImportRowFaultCode,
  type FileFaultCode,
} from './import-plan.ts'
import { parsePerformanceDay, type Day } from '#core/library/day.ts'
import { fieldSchema } from '#core/library/field-schemas.ts'
import { PIECE_FIELDS, type FieldSpec, type FieldKind } from '#core/library/fields.ts'
import {
  DEFAULT_IMPORTANCE,
  findPartNameFault,
  parseImportance,
  normalizeName,
  type PieceFields,
  type Importance,
} from '#core/library/piece.ts'
import { parseGoalBpm, type Bpm } from '#core/music/tempo.ts'

export type ListedPiece = {
  readonly line: number
  readonly name: string
  readonly endTempo: Bpm
  readonly importance: Importance
  readonly settings: Partial<PieceFields>
  readonly sections: readonly {
    readonly line: number
    readonly name: string | null
    readonly currentTempo: Bpm
  }[]
}

export type PieceListReadResult =
  | { kind: 'list'; pieces: readonly ListedPiece[]; faults: readonly ImportRowFault[] }
  | { kind: 'fault'; fault: FileFaultCode }

const COLUMN_NAMES: Readonly<Record<string, readonly string[]>> = {
  piece: ['name', 'title', 'stueck', 'titel', 'name des stücks'],
  section: ['part', 'teil', 'stelle'],
  goal: ['endTempo', 'goal bpm', 'goal tempo', 'ziel', 'endtempo', 'ziel bpm'],
  tempo: ['current tempo', 'current bpm', 'bpm', 'aktuelles tempo', 'jetziges tempo', 'current'],
  urgency: ['importance', 'wichtigkeit', 'priorität'],
  performance: ['performance date', 'concert', 'Auftrittstag', 'Konzert'],
  onHold: ['Pause'],
  deleted: ['deleted'],
}

const READ_COLUMNS = [
  'record',
  'section',
  'tempo',
  'deleted',
  ...Object.values(COLUMN_KEY_BY_PIECE_FIELD),
] as const
type Column = (typeof READ_COLUMNS)[number]

const SETTINGS = (Object.keys(PIECE_FIELDS) as (keyof PieceFields)[])
  .filter(name => PIECE_FIELDS[name].initial !== undefined && PIECE_FIELDS[name].kind !== 'click')
  .map(name => [name, COLUMN_KEY_BY_PIECE_FIELD[name]] as const)

type Line = { readonly line: number; readonly of: (column: Column) => string }

/** The first row must name the columns. From Dacapo's own export, only pieces and sections are read. */
export function readPieceList(text: string): PieceListReadResult {
  const rows = parseCsvRows(text)
  const head = rows.next().value
  if (head === undefined) return { kind: 'fault', fault: 'empty' }
  if (head.cells.length > MAX_TABLE_COLUMNS) return { kind: 'fault', fault: 'too-many-columns' }
  const columns = head.cells.map(findColumn)
  if (!columns.includes('piece')) return { kind: 'fault', fault: 'no-names' }
  const faults: ImportRowFault[] = []
  const reportFault = (line: Line, code: ImportRowFaultCode, found: string) =>
    void faults.push({ where: { kind: 'line', line: line.line }, code, found })
  const lines: Line[] = []
  for (const row of rows) {
    const line = toLine(row, columns)
    if (row.isOpen) reportFault(line, 'quote-open', row.cells.at(-1) ?? '')
    else if (isListed(line)) lines.push(line)
    if (lines.length > MAX_PIECE_LIST_LINES) return { kind: 'fault', fault: 'too-many-lines' }
  }
  if (lines.length + faults.length === 0) return { kind: 'fault', fault: 'nothing-in-it' }
  const named = lines.filter(line => hasName(line, reportFault))
  const pieces = [...Map.groupBy(named, line => nameComparisonKey(line.of('piece'))).values()].flatMap(
    lines => parseListedPiece(lines, reportFault) ?? [],
  )
  return { kind: 'list', pieces, faults: faults.toSorted((a, b) => positionOf(a) - positionOf(b)) }
}

export const nameComparisonKey = (name: string) => normalizeName(name).toLowerCase()

type ReportFault = (line: Line, code: ImportRowFaultCode, found: string) => void

const positionOf = ({ where }: ImportRowFault) => (where.kind === 'line' ? where.line : where.number)

const normalizeColumnName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

const COLUMNS = new Map(
  READ_COLUMNS.flatMap(column =>
    [
      CSV_FORMAT_BY_LANGUAGE.en.columns[column],
      CSV_FORMAT_BY_LANGUAGE.de.columns[column],
      ...(COLUMN_NAMES[column] ?? []),
    ].map(name => [normalizeColumnName(name), column] as const),
  ),
)

const findColumn = (title: string): Column | null => COLUMNS.get(normalizeColumnName(title)) ?? null

const toLine = ({ line, cells }: CsvRow, columns: readonly (Column | null)[]): Line => ({
  line,
  of: column => cells[columns.indexOf(column)] ?? '',
})

const LIST_RECORDS = Object.values(CSV_FORMAT_BY_LANGUAGE).flatMap(({ records }) => [
  records.piece,
  records.section,
])

function isListed(line: Line): boolean {
  const record = line.of('record')
  return (record === '' || LIST_RECORDS.includes(record)) && line.of('deleted') === ''
}

function hasName(line: Line, reportFault: ReportFault): boolean {
  const name = line.of('piece')
  const damaged = [name, line.of('section')].find(text => text.includes(REPLACEMENT_CHAR))
  if (damaged !== undefined) {
    reportFault(line, 'letters', damaged)
    return false
  }
  const fault = findImportedPieceNameFault(name)
  if (fault !== null) reportFault(line, fault, name)
  return fault === null
}

function parseListedPiece(lines: readonly Line[], reportFault: ReportFault): ListedPiece | null {
  const [first] = lines
  if (first === undefined) return null
  const wrong = new Set<Line>()
  // The goal, the urgency and the plans may be in only one of a piece's rows.
  const goal = lines.find(line => line.of('goal') !== '') ?? first
  const endTempo = read([goal], 'goal', cell => parseGoalBpm(parseNumberCell(cell)))
  const importance = read(filled('urgency'), 'urgency', cell => parseImportance(parseNumberCell(cell)))
  const settings: [string, unknown][] = []
  for (const [name, column] of SETTINGS) {
    const value = read(filled(column), column, cell => parseFieldCell(PIECE_FIELDS[name], cell))
    if (value !== undefined) settings.push([name, value])
  }
  if (endTempo === undefined || wrong.size > 0) {
    for (const line of lines)
      if (!wrong.has(line)) reportFault(line, 'piece-left-out', line.of('section') || line.of('piece'))
    return null
  }
  const differing = filled('goal').filter(line => parseNumberCell(line.of('goal')) !== endTempo)
  for (const line of differing) reportFault(line, 'goal-differs', line.of('goal'))
  const sections = parseSections(
    lines.filter(line => !differing.includes(line)),
    reportFault,
  )
  if (sections.length === 0) return null
  return {
    line: first.line,
    name: normalizeName(first.of('piece')),
    endTempo,
    importance: importance ?? DEFAULT_IMPORTANCE,
    settings: Object.fromEntries(settings),
    sections,
  }

  function filled(column: Column) {
    return lines.filter(line => line.of(column) !== '')
  }

  function read<Value>(
    rows: readonly Line[],
    column: Column,
    parse: (cell: string) => Value | null,
  ): Value | undefined {
    const values = rows.map(line => {
      const value = parse(line.of(column))
      if (value !== null) return value
      reportFault(line, FAULT_OF_COLUMN[column] ?? 'unreadable', line.of(column))
      wrong.add(line)
      return undefined
    })
    return values[0]
  }
}

const FAULT_OF_COLUMN: Partial<Record<Column, ImportRowFaultCode>> = {
  goal: 'goal',
  urgency: 'urgency',
  performance: 'performance',
  onHold: 'on-hold',
}

function parseSections(lines: readonly Line[], reportFault: ReportFault): ListedPiece['sections'] {
  const isSplit = lines.some(line => line.of('section') !== '')
  const seen = new Set<string>()
  return lines.flatMap(line => {
    const written = line.of('section')
    if (written === '' && isSplit) {
      // A separate row for the piece above those of its sections.
      if (line.of('tempo') !== '') reportFault(line, 'section-missing', line.of('piece'))
      return []
    }
    if (seen.size >= MAX_SECTIONS_OF_IMPORTED_PIECE) return skipWithFault(line, 'too-many-sections', written)
    if (isSplit && findPartNameFault(written) !== null)
      return skipWithFault(line, 'section-too-long', written)
    if (seen.has(nameComparisonKey(written)))
      return skipWithFault(line, 'twice', written === '' ? line.of('piece') : written)
    seen.add(nameComparisonKey(written))
    const currentTempo = parseGoalBpm(parseNumberCell(line.of('tempo')))
    if (currentTempo === null) return skipWithFault(line, 'tempo', line.of('tempo'))
    return [{ line: line.line, name: isSplit ? normalizeName(written) : null, currentTempo }]
  })

  function skipWithFault(line: Line, code: ImportRowFaultCode, found: string): [] {
    reportFault(line, code, found)
    return []
  }
}

function parseFieldCell(field: FieldSpec<unknown>, cell: string): unknown {
  const parsed = fieldSchema(field).safeParse(valueInCell(field.kind, cell))
  return parsed.success ? parsed.data : null
}

function valueInCell(kind: FieldKind, cell: string): string | number | boolean | null {
  switch (kind) {
    case 'whole':
      return parseNumberCell(cell)
    case 'day':
      return parseDayCell(cell)
    case 'flag':
      return parseYesOrNo(cell)
    case 'text':
    case 'id':
    case 'uuid':
    case 'time':
    case 'click':
      return cell
  }
}

function parseNumberCell(cell: string): number | null {
  const match = /^(\d{1,4})(?:[.,]0+)?\s*(?:bpm)?$/i.exec(cell)
  return match === null ? null : Number(match[1])
}

function parseDayCell(cell: string): Day | null {
  const german = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/.exec(cell)
  if (german === null) return parsePerformanceDay(cell)
  const [date = '', month = '', year = ''] = german.slice(1)
  return parsePerformanceDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

const YES = [
  'yes',
  'true',
  'x',
  '1',
  ...Object.values(CSV_FORMAT_BY_LANGUAGE).map(({ values }) => values.yes),
]
const NO = ['no', 'false', '0', 'nein']

function parseYesOrNo(cell: string): boolean | null {
  const word = cell.toLowerCase()
  return YES.includes(word) ? true : NO.includes(word) ? false : null
}
