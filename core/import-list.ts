import { TABLE_WORDS } from './export-words.ts'
import {
  faultOfName,
  MOST_LIST_LINES,
  type EntryFault,
  type EntryFaultCode,
  type FileFault,
} from './import-fault.ts'
import { tableRows, type TableRow } from './import-table.ts'
import { DEFAULT_IMPORTANCE, faultOfPartName, parseImportance, tidiedName, type Importance } from './piece.ts'
import { parseGoal, type Bpm } from './tempo.ts'

/** A piece of a list, with its sections; one nameless section is a piece that is practiced as a whole. */
export type ListedPiece = {
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

export type PieceList =
  | { kind: 'list'; pieces: readonly ListedPiece[]; faults: readonly EntryFault[] }
  | { kind: 'fault'; fault: FileFault }

/** What the columns of a list may be called, in any spelling: blanks, signs and capitals do not count. */
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
 * A list of pieces: one row for each piece, or for each of its sections; its first row names the columns. Rows with a
 * fault are left out and told; a table that an export is, is read as the list it holds (rule EX7). Never throws.
 */
export function readPieceList(text: string): PieceList {
  const [head, ...rows] = tableRows(text)
  if (head === undefined) return { kind: 'fault', fault: 'empty' }
  const columns = head.cells.map(columnOf)
  if (!columns.includes('name')) return { kind: 'fault', fault: 'no-names' }
  const lines = rows.map(row => asLine(row, columns)).filter(isListed)
  if (lines.length > MOST_LIST_LINES) return { kind: 'fault', fault: 'too-many-lines' }
  if (lines.length === 0) return { kind: 'fault', fault: 'nothing-in-it' }
  const faults: EntryFault[] = []
  const tell = (line: Line, code: EntryFaultCode, found: string) =>
    void faults.push({ where: { kind: 'line', line: line.line }, code, found })
  const named = lines.filter(line => hasName(line, tell))
  const pieces = [...Map.groupBy(named, line => sameName(line.of('name'))).values()].flatMap(
    lines => pieceOf(lines, tell) ?? [],
  )
  return { kind: 'list', pieces, faults: faults.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** Names are the same however they are written: who types a list pays no attention to capitals. */
export const sameName = (name: string) => tidiedName(name).toLowerCase()

type Tell = (line: Line, code: EntryFaultCode, found: string) => void

const placeOf = ({ where }: EntryFault) => (where.kind === 'line' ? where.line : where.number)

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

function columnOf(title: string): Column | null {
  const columns = Object.keys(COLUMN_NAMES) as Column[]
  return columns.find(column => COLUMN_NAMES[column].some(name => plain(name) === plain(title))) ?? null
}

const asLine = ({ line, cells }: TableRow, columns: readonly (Column | null)[]): Line => ({
  line,
  of: column => cells[columns.indexOf(column)] ?? '',
})

const LISTED = Object.values(TABLE_WORDS).flatMap(({ records }) => [records.piece, records.section])

/** In the table that an export is, only living pieces and sections are a list. */
function isListed(line: Line): boolean {
  const record = line.of('record')
  return (record === '' || LISTED.includes(record)) && line.of('deleted') === ''
}

function hasName(line: Line, tell: Tell): boolean {
  const name = line.of('name')
  const fault = faultOfName(name)
  if (fault !== null) tell(line, fault, name)
  return fault === null
}

/** The piece that some rows of one name are about; null when none of them can be taken. */
function pieceOf(lines: readonly Line[], tell: Tell): ListedPiece | null {
  const [first] = lines
  if (first === undefined) return null
  // The goal and the urgency of a piece may stand in one of its rows only.
  const goal = lines.find(line => line.of('goal') !== '') ?? first
  const endTempo = parseGoal(numberIn(goal.of('goal')))
  if (endTempo === null) {
    tell(goal, 'goal', goal.of('goal'))
    return null
  }
  const urgent = lines.find(line => line.of('urgency') !== '')
  const importance =
    urgent === undefined ? DEFAULT_IMPORTANCE : parseImportance(numberIn(urgent.of('urgency')))
  if (importance === null) {
    tell(urgent ?? first, 'urgency', urgent?.of('urgency') ?? '')
    return null
  }
  const differing = lines.find(line => line.of('goal') !== '' && numberIn(line.of('goal')) !== endTempo)
  if (differing !== undefined) tell(differing, 'goal-differs', differing.of('goal'))
  const sections = sectionsOf(
    lines.filter(line => line !== differing),
    tell,
  )
  if (sections.length === 0) return null
  return { line: first.line, name: tidiedName(first.of('name')), endTempo, importance, sections }
}

function sectionsOf(lines: readonly Line[], tell: Tell): ListedPiece['sections'] {
  const isSplit = lines.some(line => line.of('section') !== '')
  const seen = new Set<string>()
  return lines.flatMap(line => {
    const written = line.of('section')
    if (written === '' && isSplit) {
      // A row of its own for the piece, above those of its sections.
      if (line.of('tempo') !== '') tell(line, 'section-missing', line.of('name'))
      return []
    }
    if (isSplit && faultOfPartName(written) !== null) return told(line, 'section-too-long', written)
    if (seen.has(sameName(written))) return told(line, 'twice', written === '' ? line.of('name') : written)
    seen.add(sameName(written))
    const currentTempo = parseGoal(numberIn(line.of('tempo')))
    if (currentTempo === null) return told(line, 'tempo', line.of('tempo'))
    return [{ line: line.line, name: isSplit ? tidiedName(written) : null, currentTempo }]
  })

  function told(line: Line, code: EntryFaultCode, found: string): [] {
    tell(line, code, found)
    return []
  }
}

/** The number a cell shows: "120", "120 bpm", "120,0"; null for anything else. */
function numberIn(cell: string): number | null {
  const match = /^(\d{1,4})(?:[.,]0+)?\s*(?:bpm)?$/i.exec(cell)
  return match === null ? null : Number(match[1])
}
