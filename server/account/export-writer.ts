import type { ExportedPart, ExportedPiece, ExportedPractice } from '#core/import-export/export-format.ts'
import {
  formatCsvLine,
  protectFromSpreadsheets,
  COLUMNS_OF_ENTRY,
  COLUMNS_OF_PIECE,
  CSV_FORMAT_BY_LANGUAGE,
  EXPORT_COLUMNS,
  type CsvLanguage,
  type ExportColumn,
  type ExportRowKind,
} from '#core/import-export/csv-formats.ts'
import { formatIsoDay, type Day } from '#core/library/day.ts'
import { ENTRY_FIELDS, PIECE_FIELDS, type FieldKind } from '#core/library/fields.ts'
import type { PieceFields } from '#core/library/piece.ts'
import type { ExportedEvent, ExportWithoutLists } from './export-rows.ts'

/**
 * A formatter for one format of export files. The caller joins the texts in this order: `begin` with all data except
 * practice entries and analytics events, `practice` for each page of practice entries, `between`, `events` for each
 * page of analytics events, and `end`.
 */
export type ExportWriter = {
  begin: (head: ExportWithoutLists) => string
  practice: (rows: readonly ExportedPractice[]) => string
  between: string
  events: (rows: readonly ExportedEvent[]) => string
  end: string
}

/**
 * Creates a writer that formats an export as one JSON document. Each practice entry and analytics event is on its own line,
 * which makes the file readable for people (rule EX1).
 */
export function createJsonExportWriter(): ExportWriter {
  const practice = listSeparator()
  const events = listSeparator()
  return {
    begin: head => `${JSON.stringify(head, null, 1).slice(0, -2)},\n "practice": [`,
    practice,
    between: '\n ],\n "events": [',
    events,
    end: '\n ]\n}\n',
  }
}

/** Separates list entries with commas across pages. */
function listSeparator() {
  let isBegun = false
  return (rows: readonly unknown[]) => {
    const text = rows.map(row => `\n  ${JSON.stringify(row)}`).join(',')
    const page = isBegun ? `,${text}` : text
    isBegun = true
    return page
  }
}

type Row = { record: ExportRowKind } & Partial<
  Record<Exclude<ExportColumn, 'record'>, string | number | null>
>

// Without a byte order mark a spreadsheet reads "Prélude" as "PrÃ©lude".
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Creates a writer that formats an export as a single CSV table, because phones cannot open an archive of several
 * tables. Each row describes one thing, such as a section or a practice entry. The first column says what the row
 * describes, so that spreadsheets can filter by it (rule EX4).
 */
export function createCsvExportWriter(head: ExportWithoutLists, language: CsvLanguage): ExportWriter {
  const { separator, columns, records, values } = CSV_FORMAT_BY_LANGUAGE[language]
  const line = (row: Row) =>
    formatCsvLine(
      EXPORT_COLUMNS.map(column => (column === 'record' ? records[row.record] : (row[column] ?? null))),
      separator,
    )
  const lines = (rows: readonly Row[]) => rows.map(line).join('')
  const pieces = new Map(head.pieces.map(piece => [piece.id, piece]))
  const parts = new Map(head.parts.map(part => [part.id, part]))

  return {
    begin: () =>
      BYTE_ORDER_MARK +
      formatCsvLine(
        EXPORT_COLUMNS.map(column => columns[column]),
        separator,
      ) +
      lines([...userRows(head), ...libraryRows(head, values.yes)]),
    practice: entries =>
      lines(
        entries.map(entry => ({
          record: 'practice',
          time: formatTime(entry.at),
          piece: nameCell(pieces.get(entry.pieceId)?.name),
          section: nameCell(parts.get(entry.partId)?.name),
          deleted: formatTime(entry.retractedAt),
          ...entryCells(entry, values),
        })),
      ),
    between: '',
    events: events =>
      lines(
        events.map(({ name, parameters, at }) => ({
          record: 'event',
          time: formatTime(at),
          about: name,
          text: jsonUnlessEmpty(parameters),
        })),
      ),
    end: '',
  }
}

function userRows(head: ExportWithoutLists): Row[] {
  const { profile } = head
  return [
    { record: 'profile', time: formatTime(profile.createdAt), about: profile.name, text: profile.email },
    ...(profile.image === null ? [] : [{ record: 'profile' as const, about: 'image', text: profile.image }]),
    ...head.signInMethods.map((method): Row => ({
      record: 'signIn',
      time: formatTime(method.since),
      about: method.provider,
      text: method.accountId,
    })),
    ...head.devices.map((device): Row => ({
      record: 'device',
      time: formatTime(device.signedInAt),
      about: device.ipAddress,
      text: device.userAgent,
    })),
    ...head.subscriptions.map((subscription): Row => ({
      record: 'subscription',
      time: formatTime(subscription.currentPeriodEnd),
      about: subscription.status,
      text: subscription.id,
    })),
    ...head.feedback.map((letter): Row => ({
      record: 'feedback',
      time: formatTime(letter.writtenAt),
      about: letter.screen,
      text: letter.text,
    })),
  ]
}

/** Returns one row per section, and one for each piece without sections. An import reads the same rows (rule EX4). */
function libraryRows({ pieces, parts }: ExportWithoutLists, yes: string): Row[] {
  const partsByPiece = Map.groupBy(parts, part => part.pieceId as string)
  return pieces.flatMap(piece =>
    (partsByPiece.get(piece.id) ?? [null]).map(part => libraryRow(piece, part, yes)),
  )
}

const libraryRow = (piece: ExportedPiece, part: ExportedPart | null, yes: string): Row => ({
  record: part === null || part.name === null ? 'piece' : 'section',
  time: formatTime(part?.createdAt ?? piece.createdAt),
  ...pieceCells(piece, yes),
  section: nameCell(part?.name),
  tempo: part?.currentTempo ?? null,
  practiced: formatTime(part?.lastPracticed ?? null),
  deleted: formatTime(piece.deletedAt ?? part?.deletedAt ?? null),
})

const pieceCells = (piece: ExportedPiece, yes: string): Partial<Row> =>
  Object.fromEntries(
    Object.entries(PIECE_FIELDS).map(([name, { kind }]) => {
      const field = name as keyof PieceFields
      return [COLUMNS_OF_PIECE[field], cellOf(kind, piece[field], yes)]
    }),
  )

function entryCells(entry: ExportedPractice, words: { clean: string; mistakes: string }): Partial<Row> {
  const cells: [string, string | number | null][] = Object.entries(COLUMNS_OF_ENTRY).map(([name, column]) => {
    const field = name as keyof typeof COLUMNS_OF_ENTRY
    return [column, cellOf(ENTRY_FIELDS[field].kind, entry[field], '')]
  })
  const isClean = entry.firstTryClean
  const firstTry = isClean === null ? null : isClean ? words.clean : words.mistakes
  return { ...Object.fromEntries(cells), firstTry }
}

/** Formats a value of a field for a spreadsheet. An import reads it again. */
function cellOf(kind: FieldKind, value: unknown, yes: string): string | number | null {
  if (value === null) return null
  switch (kind) {
    case 'whole':
      return Number(value)
    case 'day':
      return formatDay(Number(value))
    case 'flag':
      return value === true ? yes : null
    case 'click':
      return JSON.stringify(value)
    case 'uuid':
      return typeof value === 'string' ? value : null
    default:
      return typeof value === 'string' ? nameCell(value) : null
  }
}

const nameCell = (name: string | null | undefined) => (name == null ? null : protectFromSpreadsheets(name))

/** Formats a time as spreadsheets recognize it: to the second, without the letters of ISO 8601. */
function formatTime(at: number): string
function formatTime(at: number | null): string | null
function formatTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats a day, counted from 1970, as ISO 8601 has it. */
const formatDay = (day: number | null) => (day === null ? null : formatIsoDay(day as Day))

const jsonUnlessEmpty = (value: object) => (Object.keys(value).length === 0 ? null : JSON.stringify(value))
