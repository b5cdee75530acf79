import { tableLine } from '#core/export-cell.ts'
import type { ExportedPart, ExportedPiece } from '#core/export-format.ts'
import { EXPORT_COLUMNS, TABLE_WORDS } from '#core/export-words.ts'
import type { ExportColumn, RecordKind, TableLanguage } from '#core/export-words.ts'
import type { FileWriter } from './export-file.ts'
import type { Head } from './export-rows.ts'

type Row = { record: RecordKind } & Partial<Record<Exclude<ExportColumn, 'record'>, string | number | null>>

// Without it a spreadsheet reads "Prélude" as "PrÃ©lude".
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * An export as one table: complete as the JSON is, so one column says what each row is, and a spreadsheet's filter
 * makes of it the list of pieces or the practice history (rule EX4). An archive of several tables would be tidier,
 * and a telephone could not open it.
 */
export function tableFile(head: Head, language: TableLanguage): FileWriter {
  const { separator, columns, records } = TABLE_WORDS[language]
  const line = (row: Row) =>
    tableLine(
      EXPORT_COLUMNS.map(column => (column === 'record' ? records[row.record] : (row[column] ?? null))),
      separator,
    )
  const lines = (rows: readonly Row[]) => rows.map(line).join('')
  const pieces = new Map(head.pieces.map(piece => [piece.id, piece]))
  const parts = new Map(head.parts.map(part => [part.id, part]))

  return {
    begin: () =>
      BYTE_ORDER_MARK +
      tableLine(
        EXPORT_COLUMNS.map(column => columns[column]),
        separator,
      ) +
      lines([...aboutUser(head), ...library(head)]),
    practice: entries =>
      lines(
        entries.map(entry => ({
          record: 'practice',
          time: timeText(entry.at),
          piece: pieces.get(entry.pieceId)?.name ?? null,
          section: parts.get(entry.partId)?.name ?? null,
          tempo: entry.tempo,
          deleted: timeText(entry.retractedAt),
        })),
      ),
    between: '',
    events: events =>
      lines(
        events.map(({ name, parameters, at }) => ({
          record: 'event',
          time: timeText(at),
          about: name,
          text: jsonUnlessEmpty(parameters),
        })),
      ),
    end: '',
  }
}

function aboutUser(head: Head): Row[] {
  const { profile } = head
  return [
    { record: 'profile', time: timeText(profile.createdAt), about: profile.name, text: profile.email },
    ...(profile.image === null ? [] : [{ record: 'profile' as const, about: 'image', text: profile.image }]),
    ...head.signInMethods.map((method): Row => ({
      record: 'signIn',
      time: timeText(method.since),
      about: method.provider,
      text: method.accountId,
    })),
    ...head.devices.map((device): Row => ({
      record: 'device',
      time: timeText(device.signedInAt),
      about: device.ipAddress,
      text: device.userAgent,
    })),
    ...head.subscriptions.map((subscription): Row => ({
      record: 'subscription',
      time: timeText(subscription.currentPeriodEnd),
      about: subscription.status,
      text: subscription.id,
    })),
    ...head.feedback.map((letter): Row => ({
      record: 'feedback',
      time: timeText(letter.writtenAt),
      about: letter.screen,
      text: letter.text,
    })),
  ]
}

/** One row for each section, one for each piece that has none; the same rows that an import reads (rule EX4). */
function library({ pieces, parts }: Head): Row[] {
  const partsByPiece = Map.groupBy(parts, part => part.pieceId)
  return pieces.flatMap(piece => (partsByPiece.get(piece.id) ?? [null]).map(part => rowOf(piece, part)))
}

const rowOf = (piece: ExportedPiece, part: ExportedPart | null): Row => ({
  record: part === null || part.name === null ? 'piece' : 'section',
  time: timeText(part?.createdAt ?? piece.createdAt),
  piece: piece.name,
  section: part?.name ?? null,
  goal: piece.endTempo,
  tempo: part?.currentTempo ?? null,
  urgency: piece.importance,
  practiced: timeText(part?.lastPracticed ?? null),
  deleted: timeText(piece.deletedAt ?? part?.deletedAt ?? null),
  text: piece.click === null ? null : JSON.stringify(piece.click),
})

/** As spreadsheets know it: to the second, without the letters of ISO 8601 that they take for a text. */
function timeText(at: number): string
function timeText(at: number | null): string | null
function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

const jsonUnlessEmpty = (value: object) => (Object.keys(value).length === 0 ? null : JSON.stringify(value))
