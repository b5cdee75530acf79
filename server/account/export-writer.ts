import type { ExportedPractice } from '#core/import-export/export-format.ts'
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
