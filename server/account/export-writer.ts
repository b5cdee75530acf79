import type { ExportedPractice } from '#core/import-export/export-format.ts'
import type { ExportedEvent, ExportWithoutLists } from './export-rows.ts'

/**
 * Formats an export in one file format, as texts that the caller joins in this order: `begin` with everything
 * except the two long lists, `practice` for each page of practice entries, `between`, `events` for each page of
 * analytics events, and `end`.
 */
export type ExportWriter = {
  begin: (head: ExportWithoutLists) => string
  practice: (rows: readonly ExportedPractice[]) => string
  between: string
  events: (rows: readonly ExportedEvent[]) => string
  end: string
}
