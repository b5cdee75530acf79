import type { Kysely } from 'kysely'
import type { TableLanguage } from '#core/import-export/export-words.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadRevision } from '#server/library/user-revision.ts'
import { exportEventPages, loadExportHead, exportPracticePages } from './export-rows.ts'
import { jsonExportWriter } from './export-json.ts'
import { csvExportWriter } from './export-table.ts'

/** The format of a requested export, and for a table the language of its words. */
export type ExportRequest = { format: 'json' } | { format: 'csv'; language: TableLanguage }

/**
 * The exported file, or the reason why there is none: the user was deleted, or the library changed during every
 * attempt.
 */
type ExportResult = { kind: 'file'; file: Buffer } | { kind: 'user-gone' } | { kind: 'changing' }

/** Only another server can write while an export is read, so a second attempt is rare. */
const MAX_ATTEMPTS = 3

/**
 * Builds the whole file from one consistent state of the library (rules EX2, EX3). It reads in many short statements,
 * so that other requests get their turn, and reads again if the revision has changed. The file is sent only when it is
 * complete: a failure is an error response and never a truncated file.
 */
export async function buildExportFile(
  db: Kysely<Tables>,
  userId: string,
  now: number,
  asked: ExportRequest,
): Promise<ExportResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const revision = await loadRevision(db, userId)
    const file = await renderExportFile(db, userId, now, asked)
    if (file === null) return { kind: 'user-gone' }
    if ((await loadRevision(db, userId)) === revision) return { kind: 'file', file }
  }
  return { kind: 'changing' }
}

async function renderExportFile(
  db: Kysely<Tables>,
  userId: string,
  now: number,
  asked: ExportRequest,
): Promise<Buffer | null> {
  const head = await loadExportHead(db, userId, now)
  if (head === null) return null
  const writer = asked.format === 'json' ? jsonExportWriter() : csvExportWriter(head, asked.language)
  const written = [Buffer.from(writer.begin(head))]
  for await (const rows of exportPracticePages(db, userId)) written.push(Buffer.from(writer.practice(rows)))
  written.push(Buffer.from(writer.between))
  for await (const rows of exportEventPages(db, userId)) written.push(Buffer.from(writer.events(rows)))
  written.push(Buffer.from(writer.end))
  return Buffer.concat(written)
}
