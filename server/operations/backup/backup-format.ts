import * as z from 'zod'

/**
 * Version of the backup format. A backup is a gzip file of JSON lines: a header; for each table the line `["table",
 * name]` followed by its rows; and at the end `["end", …]` with row counts and the SHA-256 of all previous bytes. Rows
 * are PostgreSQL's own JSON and are never parsed here, so that numbers are not rounded (decision 0034).
 */
export const BACKUP_FORMAT = 1

const header = z.object({
  dacapoBackup: z.literal(BACKUP_FORMAT),
  /** When the snapshot was taken, in UTC. */
  createdAt: z.iso.datetime(),
  /** The version of Dacapo that has written the backup. */
  productVersion: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** The migrations that were applied to the tables, in order; the last one is the schema version. */
  migrations: z.array(z.string()).min(1),
})
/** The first line of a backup file, with its format version and origin. */
export type BackupHeader = z.infer<typeof header>

const footer = z.object({ rows: z.record(z.string(), z.int().min(0)), sha256: z.string().length(64) })
/**
 * The last line of a backup file: the number of rows per table, and the checksum. An incomplete file lacks this line.
 */
export type BackupFooter = z.infer<typeof footer>

const marker = z.union([z.tuple([z.literal('table'), z.string()]), z.tuple([z.literal('end'), z.unknown()])])
/** A line of a backup file that is not a row: the start of a table, or the end of the file. */
export type BackupMarker = { kind: 'table'; table: string } | { kind: 'end'; footer: BackupFooter }

/** Error thrown while reading an incomplete or damaged backup file. Its message is for the operator. */
export class DamagedBackupError extends Error {}

/** Parses the first line of a backup file. Throws DamagedBackupError if it is invalid. */
export function parseBackupHeader(line: string): BackupHeader {
  const json = parseJson(line)
  const parsed = header.safeParse(json)
  if (parsed.success) return parsed.data
  const format = z.object({ dacapoBackup: z.int() }).safeParse(json)
  if (format.success && format.data.dacapoBackup > BACKUP_FORMAT)
    throw new DamagedBackupError(
      `it has format ${format.data.dacapoBackup}, and this version of Dacapo reads formats up to ${BACKUP_FORMAT}: use a newer version`,
    )
  throw new DamagedBackupError('it does not begin as a backup of Dacapo does')
}

/** Parses a line of a backup file that is not a row. Throws DamagedBackupError if it is invalid. */
export function parseBackupMarker(line: string): BackupMarker {
  const parsed = marker.safeParse(parseJson(line))
  if (!parsed.success) throw new DamagedBackupError('it contains a line that is neither a row nor a marker')
  const [kind, value] = parsed.data
  if (kind === 'table') return { kind, table: value }
  const end = footer.safeParse(value)
  if (!end.success) throw new DamagedBackupError('its last line is not complete')
  return { kind, footer: end.data }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new DamagedBackupError('it contains a line that is not JSON')
  }
}
