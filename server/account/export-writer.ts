import {
  formatFormulaSafeCsvLine,
  escapeNumberOrDateLikeText,
  COLUMN_KEY_BY_ENTRY_FIELD,
  COLUMN_KEY_BY_PIECE_FIELD,
  CSV_FORMAT_BY_LANGUAGE,
  EXPORT_COLUMN_KEYS,
  type CsvLanguage,
  type ExportColumnKey,
  type ExportRowKind,
} from '#core/import-export/csv-formats.ts'
import { formatIsoDay, type Day } from '#core/library/day.ts'
import { ENTRY_FIELDS, PIECE_FIELDS, type AnyFieldSpecs, type FieldKind } from '#core/library/fields.ts'
import type { Part, Piece } from '#core/library/piece.ts'
import type { ExportWithoutPagedLists, PagedExportLists } from './export-rows.ts'

export async function* streamJsonExport(
  head: ExportWithoutPagedLists,
  lists: PagedExportLists,
): AsyncGenerator<string> {
  yield JSON.stringify(head, withoutRevision, 1).slice(0, -'\n}'.length)
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n "${name}": [`
    let separator = '\n  '
    for await (const rows of pages) {
      yield separator + rows.map(row => JSON.stringify(row, withoutRevision)).join(',\n  ')
      separator = ',\n  '
    }
    yield '\n ]'
  }
  yield '\n}\n'
}

// A revision means nothing outside this server.
const withoutRevision = (key: string, value: unknown) => (key === 'revision' ? undefined : value)

type Cell = string | number | null
type Row = { record: ExportRowKind } & Partial<Record<Exclude<ExportColumnKey, 'record'>, Cell>>

// Without a byte order mark a spreadsheet reads "Prélude" as "PrÃ©lude".
const BYTE_ORDER_MARK = '\uFEFF'

export async function* streamCsvExport(
  head: ExportWithoutPagedLists,
  { practice, events }: PagedExportLists,
  language: CsvLanguage,
): AsyncGenerator<string> {
  const { separator, columns, records, values } = CSV_FORMAT_BY_LANGUAGE[language]
  const line = (row: Row) =>
    formatFormulaSafeCsvLine(
      EXPORT_COLUMN_KEYS.map(column => (column === 'record' ? records[row.record] : (row[column] ?? null))),
      separator,
    )
  const lines = (rows: readonly Row[]) => rows.map(line).join('')
  const pieces = new Map(head.pieces.map(piece => [piece.id, piece]))
  const parts = new Map(head.parts.map(part => [part.id, part]))
  const firstTry = (isClean: boolean) => (isClean ? values.clean : values.mistakes)

  yield BYTE_ORDER_MARK
  yield formatFormulaSafeCsvLine(
    EXPORT_COLUMN_KEYS.map(column => columns[column]),
    separator,
  )
  yield lines(userRows(head))
  yield lines(libraryRows(head, values.yes))
  for await (const entries of practice)
    yield lines(
      entries.map(entry => ({
        ...cellsOf(ENTRY_FIELDS, COLUMN_KEY_BY_ENTRY_FIELD, entry, firstTry),
        record: 'practice',
        time: formatTime(entry.at),
        piece: nameCell(pieces.get(entry.pieceId)?.name),
        section: nameCell(parts.get(entry.partId)?.name),
        deleted: formatTime(entry.retractedAt),
      })),
    )
  for await (const page of events)
    yield lines(page.map(({ name, parameters, at }) => row('event', at, name, JSON.stringify(parameters))))
}

const row = (record: ExportRowKind, at: number | null, about: string | null, text: string | null): Row => ({
  record,
  time: formatTime(at),
  about,
  text,
})

const userRows = ({
  profile,
  signInMethods,
  devices,
  subscriptions,
  feedback,
}: ExportWithoutPagedLists): Row[] => [
  row('profile', profile.createdAt, profile.name, profile.email),
  ...signInMethods.map(({ since, provider, accountId }) => row('signIn', since, provider, accountId)),
  ...devices.map(({ signedInAt, ipAddress, userAgent }) => row('device', signedInAt, ipAddress, userAgent)),
  ...subscriptions.map(({ currentPeriodEnd, status, id }) =>
    row('subscription', currentPeriodEnd, status, id),
  ),
  ...feedback.map(({ writtenAt, screen, text }) => row('feedback', writtenAt, screen, text)),
]

function libraryRows({ pieces, parts }: ExportWithoutPagedLists, yes: string): Row[] {
  const partsByPiece = Map.groupBy(parts, part => part.pieceId)
  return pieces.flatMap(piece =>
    (partsByPiece.get(piece.id) ?? [null]).map(part => libraryRow(piece, part, yes)),
  )
}

const libraryRow = (piece: Piece, part: Part | null, yes: string): Row => ({
  ...cellsOf(PIECE_FIELDS, COLUMN_KEY_BY_PIECE_FIELD, piece, isOnHold => (isOnHold ? yes : null)),
  record: part === null || part.name === null ? 'piece' : 'section',
  time: formatTime(part?.createdAt ?? piece.createdAt),
  section: nameCell(part?.name),
  tempo: part?.currentTempo ?? null,
  practiced: formatTime(part?.lastPracticed ?? null),
  deleted: formatTime(piece.deletedAt ?? part?.deletedAt ?? null),
})

const cellsOf = (
  fields: AnyFieldSpecs,
  columns: Readonly<Record<string, ExportColumnKey>>,
  values: Readonly<Record<string, unknown>>,
  flag: (isSet: boolean) => Cell,
): Record<string, Cell> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [column, cellOf(fields[name]?.kind, values[name], flag)]),
  )

function cellOf(kind: FieldKind | undefined, value: unknown, flag: (isSet: boolean) => Cell): Cell {
  if (value === null || kind === undefined) return null
  switch (kind) {
    case 'whole':
      return Number(value)
    case 'day':
      return formatIsoDay(Number(value) as Day)
    case 'flag':
      return flag(value === true)
    case 'click':
      return JSON.stringify(value)
    case 'time':
      return formatTime(Number(value))
    case 'text':
    case 'id':
    case 'uuid':
      return typeof value === 'string' ? nameCell(value) : null
  }
}

const nameCell = (name: string | null | undefined) => (name == null ? null : escapeNumberOrDateLikeText(name))

/** Writes 2026-11-20 10:00:00, because spreadsheets do not recognize times with the T and Z of ISO 8601. */
const formatTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
