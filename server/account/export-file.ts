import type { Kysely } from 'kysely'
import type { CsvLanguage } from '#core/import-export/csv-formats.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadCurrentRevision } from '#server/library/rows-since.ts'
import { exportEventPages, loadExportWithoutLists, exportPracticePages } from './export-rows.ts'
import { createJsonExportWriter } from './json-export-writer.ts'
import { createCsvExportWriter } from './csv-export-writer.ts'
import { createCompressedFile } from './compressed-file.ts'
import type { CompressedFile } from './compressed-file.ts'

/** The requested format of an export. A CSV export also has a language. */
export type ExportRequest = { format: 'json' } | { format: 'csv'; language: CsvLanguage }

/**
 * The options of an export: its format, the current time `now` in milliseconds, and a `signal` that aborts it if the
 * client closes the connection.
 */
export type ExportOptions = ExportRequest & { now: number; signal: AbortSignal }

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
 * Builds a complete export file from one consistent state of the library (rules EX2, EX3). Reads many small pages, so
 * that other requests are not blocked. If the library has changed meanwhile, starts again, and returns 'changing' after
 * the third attempt. Returns 'user-gone' if the user was deleted, and 'client-gone' if `run.signal` was aborted. Builds
 * the whole file before it is sent, so that a failure leads to an error response instead of a truncated file.
 */
export async function buildExportFile(
  db: Kysely<Tables>,
  userId: string,
  run: ExportOptions,
): Promise<ExportResult> {
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const revision = await loadCurrentRevision(db, userId)
      const file = await renderExportFile(db, userId, run)
      if (file === null) return { kind: 'user-gone' }
      if ((await loadCurrentRevision(db, userId)) === revision) return { kind: 'file', file }
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
  { now, signal, ...asked }: ExportOptions,
): Promise<CompressedFile | null> {
  const head = await loadExportWithoutLists(db, userId, now)
  if (head === null) return null
  const writer =
    asked.format === 'json' ? createJsonExportWriter() : createCsvExportWriter(head, asked.language)
  return createCompressedFile(async function* () {
    yield writer.begin(head)
    for await (const rows of exportPracticePages(db, userId)) yield writer.practice(rows)
    yield writer.between
    for await (const rows of exportEventPages(db, userId)) yield writer.events(rows)
    yield writer.end
  }, signal)
}
