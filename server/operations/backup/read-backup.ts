import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { DamagedBackupError, parseBackupHeader, parseBackupMarker } from './backup-format.ts'
import type { BackupFooter, BackupHeader } from './backup-format.ts'

/** An entry of a backup file: the header, the start of a table, a row, or the end. */
export type BackupEntry =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string }
  /** A row as the JSON text that PostgreSQL wrote. */
  | { kind: 'row'; table: string; json: string }
  | { kind: 'end'; footer: BackupFooter }

/** Result of checking a backup file. `reason` completes the sentence "The file … cannot be used: …". */
export type BackupCheckResult =
  | { kind: 'sound'; header: BackupHeader; footer: BackupFooter }
  | { kind: 'damaged'; reason: string }

/**
 * Reads a whole backup file and verifies its row counts and checksum. Uses little memory, even for a large file. Never
 * throws.
 */
export async function checkBackup(file: string): Promise<BackupCheckResult> {
  let header: BackupHeader | null = null
  try {
    for await (const entry of readBackup(file)) {
      if (entry.kind === 'header') header = entry.header
      if (entry.kind === 'end' && header !== null) return { kind: 'sound', header, footer: entry.footer }
    }
    throw new DamagedBackupError('it has no end')
  } catch (error) {
    return { kind: 'damaged', reason: reasonOf(error) }
  }
}

/**
 * Yields the entries of a backup file in order. Throws DamagedBackupError if the file is damaged, possibly only at its
 * end. The caller must then undo everything that it did with the rows.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupEntry> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let table: string | null = null
  let isFirst = true
  let end: BackupFooter | null = null
  for await (const bytes of linesOf(file)) {
    if (end !== null) throw new DamagedBackupError('it goes on after its end')
    const line = bytes.toString('utf8')
    if (isFirst) {
      yield { kind: 'header', header: parseBackupHeader(line) }
      isFirst = false
    } else if (line.startsWith('{')) {
      if (table === null) throw new DamagedBackupError('it has a row before its first table')
      counts[table] = (counts[table] ?? 0) + 1
      yield { kind: 'row', table, json: line }
    } else {
      const marker = parseBackupMarker(line)
      if (marker.kind === 'end') {
        if (marker.footer.sha256 !== hash.digest('hex')) throw new DamagedBackupError('its checksum is wrong')
        end = marker.footer
        continue
      }
      ;({ table } = marker)
      counts[table] = 0
      yield marker
    }
    hash.update(bytes).update('\n')
  }
  if (end === null) throw new DamagedBackupError('it ends before its end was written')
  const names = new Set([...Object.keys(counts), ...Object.keys(end.rows)])
  for (const name of names)
    if (counts[name] !== end.rows[name])
      throw new DamagedBackupError(`the table ${name} has not all of its rows`)
  yield { kind: 'end', footer: end }
}

const NEWLINE = 10

/** The lines of a gzip file as bytes. Node's readline would split at U+2028 too, which may stand in a row. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  source.once('error', error => unzipped.destroy(error))
  let begun: Buffer[] = []
  try {
    for await (const chunk of source.pipe(unzipped)) {
      const bytes: Buffer = chunk
      let from = 0
      for (let to = bytes.indexOf(NEWLINE); to !== -1; to = bytes.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...begun, bytes.subarray(from, to)])
        begun = []
        from = to + 1
      }
      if (from < bytes.length) begun.push(bytes.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (begun.length > 0) throw new DamagedBackupError('its last line is cut off')
}

function reasonOf(error: unknown): string {
  if (error instanceof DamagedBackupError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return 'it does not exist'
  if (code === 'EACCES') return 'this user may not read it'
  if (code === 'Z_BUF_ERROR') return 'it is cut off'
  if (code.startsWith('Z_')) return 'it is no gzip file, or damaged'
  return error instanceof Error ? error.message : String(error)
}
