import type { Kysely } from 'kysely'
import type { TableLanguage } from '#core/import-export/export-words.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadRevision } from '#server/library/user-revision.ts'
import { exportEventPages, loadExportHead, exportPracticePages } from './export-rows.ts'
import { jsonExportWriter } from './export-json.ts'
import { csvExportWriter } from './export-table.ts'
import { compressFile } from './compressed-file.ts'
import type { CompressedFile } from './compressed-file.ts'

/** The format of a requested export, and for a table the language of its words. */
export type ExportRequest = { format: 'json' } | { format: 'csv'; language: TableLanguage }

/** What is exported and when. `signal` aborts when the client closes the connection. `now` is in milliseconds. */
export type ExportRun = ExportRequest & { now: number; signal: AbortSignal }

/**
 * The exported file, or the reason why there is none: the user was deleted, the library changed during every attempt,
 * or the client has closed the connection.
 */
type ExportResult =
  | { kind: 'file'; file: CompressedFile }
  | { kind: 'user-gone' }
  | { kind: 'changing' }
  | { kind: 'client-gone' }

/** Only another server can write while an export is read, so a second attempt is rare. */
const MAX_ATTEMPTS = 3

/**
 * Builds the whole file from one consistent state of the library (rules EX2, EX3). It reads in many short statements,
 * so that other requests get their turn, and reads again if the revision has changed. The file is held compressed and
 * sent only when it is complete: a failure is an error response and never a truncated file.
 */
export async function buildExportFile(
  db: Kysely<Tables>,
  userId: string,
  run: ExportRun,
): Promise<ExportResult> {
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const revision = await loadRevision(db, userId)
      const file = await renderExportFile(db, userId, run)
      if (file === null) return { kind: 'user-gone' }
      if ((await loadRevision(db, userId)) === revision) return { kind: 'file', file }
    }
    return { kind: 'changing' }
  } catch (error) {
    if (run.signal.aborted) return { kind: 'client-gone' }
    throw error
  }
}

async function renderExportFile(
  db: Kysely<Tables>,
  userId: string,
  { now, signal, ...asked }: ExportRun,
): Promise<CompressedFile | null> {
  const head = await loadExportHead(db, userId, now)
  if (head === null) return null
  const writer = asked.format === 'json' ? jsonExportWriter() : csvExportWriter(head, asked.language)
  return compressFile(async function* () {
    yield writer.begin(head)
    for await (const rows of exportPracticePages(db, userId)) yield writer.practice(rows)
    yield writer.between
    for await (const rows of exportEventPages(db, userId)) yield writer.events(rows)
    yield writer.end
  }, signal)
}
