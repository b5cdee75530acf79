import { TABLE_WORDS } from './export-words.ts'
import {
  importedNameFault,
  MAX_LIST_LINES,
  type EntryFault,
  type EntryFaultCode,
  type FileFault,
} from './import-fault.ts'
import { parseCsvRows, type CsvRow } from './import-table.ts'
import {
  DEFAULT_IMPORTANCE,
  partNameFault,
  parseImportance,
  normalizeName,
  type Importance,
} from '#core/library/piece.ts'
import { parseGoalTempo, type Bpm } from '#core/music/tempo.ts'

/** A piece of a list with its sections. A single nameless section is a piece practiced as a whole. */
export type ImportListPiece = {
  readonly line: number
  readonly name: string
  readonly endTempo: Bpm
  readonly importance: Importance
  readonly sections: readonly {
    readonly line: number
    readonly name: string | null
    readonly currentTempo: Bpm
  }[]
}

/** The pieces of a list with the faults of its entries, or the reason why the whole file cannot be imported. */
export type PieceList =
  | { kind: 'list'; pieces: readonly ImportListPiece[]; faults: readonly EntryFault[] }
  | { kind: 'fault'; fault: FileFault }

/** Accepted names of the columns. Case, spaces and punctuation are ignored. */
const COLUMN_NAMES = {
  record: [TABLE_WORDS.en.columns.record, TABLE_WORDS.de.columns.record],
  name: ['name', 'piece', 'title', 'stück', 'stueck', 'titel', 'name des stücks'],
  section: ['section', 'part', 'abschnitt', 'teil', 'stelle'],
  goal: ['goal', 'endTempo', 'goal bpm', 'goal tempo', 'ziel', 'zieltempo', 'endtempo', 'ziel bpm'],
  tempo: ['tempo', 'current tempo', 'current bpm', 'bpm', 'aktuelles tempo', 'jetziges tempo', 'current'],
  urgency: ['urgency', 'importance', 'dringlichkeit', 'wichtigkeit', 'priorität'],
  deleted: ['deleted', TABLE_WORDS.en.columns.deleted, TABLE_WORDS.de.columns.deleted],
} as const
type Column = keyof typeof COLUMN_NAMES

type Line = { readonly line: number; readonly of: (column: Column) => string }

/**
 * Reads a list of pieces from CSV: one row per piece or per section, with the column names in the first row. Rows with
 * a fault are skipped and reported. An exported table is read as the list it contains (rule EX7). Never throws.
 */
export function readPieceList(text: string): PieceList {
  const [head, ...rows] = parseCsvRows(text)
  if (head === undefined) return { kind: 'fault', fault: 'empty' }
  const columns = head.cells.map(findColumn)
  if (!columns.includes('name')) return { kind: 'fault', fault: 'no-names' }
  const lines = rows.map(row => toLine(row, columns)).filter(isListed)
  if (lines.length > MAX_LIST_LINES) return { kind: 'fault', fault: 'too-many-lines' }
  if (lines.length === 0) return { kind: 'fault', fault: 'nothing-in-it' }
  const faults: EntryFault[] = []
  const reportFault = (line: Line, code: EntryFaultCode, found: string) =>
    void faults.push({ where: { kind: 'line', line: line.line }, code, found })
  const named = lines.filter(line => hasName(line, reportFault))
  const pieces = [...Map.groupBy(named, line => nameComparisonKey(line.of('name'))).values()].flatMap(
    lines => parseListedPiece(lines, reportFault) ?? [],
  )
  return { kind: 'list', pieces, faults: faults.toSorted((a, b) => positionOf(a) - positionOf(b)) }
}

/** Returns the key by which names are compared. Case is ignored because people type lists carelessly. */
export const nameComparisonKey = (name: string) => normalizeName(name).toLowerCase()

type ReportFault = (line: Line, code: EntryFaultCode, found: string) => void

const positionOf = ({ where }: EntryFault) => (where.kind === 'line' ? where.line : where.number)

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

const LIST_RECORDS = Object.values(TABLE_WORDS).flatMap(({ records }) => [records.piece, records.section])

/** Returns true for rows of a list. In an exported table these are the living pieces and sections. */
function isListed(line: Line): boolean {
  const record = line.of('record')
  return (record === '' || LIST_RECORDS.includes(record)) && line.of('deleted') === ''
}

function hasName(line: Line, reportFault: ReportFault): boolean {
  const name = line.of('name')
  const fault = importedNameFault(name)
  if (fault !== null) reportFault(line, fault, name)
  return fault === null
}

/** Returns the piece described by rows of the same name, or null if none of them is valid. */
function parseListedPiece(lines: readonly Line[], reportFault: ReportFault): ImportListPiece | null {
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
  const differing = lines.find(
    line => line.of('goal') !== '' && parseNumberCell(line.of('goal')) !== endTempo,
  )
  if (differing !== undefined) reportFault(differing, 'goal-differs', differing.of('goal'))
  const sections = parseSections(
    lines.filter(line => line !== differing),
    reportFault,
  )
  if (sections.length === 0) return null
  return { line: first.line, name: normalizeName(first.of('name')), endTempo, importance, sections }
}

function parseSections(lines: readonly Line[], reportFault: ReportFault): ImportListPiece['sections'] {
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

  function skipWithFault(line: Line, code: EntryFaultCode, found: string): [] {
    reportFault(line, code, found)
    return []
  }
}

/** Parses the number in a cell ("120", "120 bpm", "120,0"); null for anything else. */
function parseNumberCell(cell: string): number | null {
  const match = /^(\d{1,4})(?:[.,]0+)?\s*(?:bpm)?$/i.exec(cell)
  return match === null ? null : Number(match[1])
}
