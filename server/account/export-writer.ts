import type { ExportedPractice } from '#core/import-export/export-format.ts'
import type { ExportedEvent, ExportWithoutLists } from './export-rows.ts'

/**
 * Formats an export step by step: `begin` everything except the two long lists, then pages of practice entries, the
 * text between the lists, pages of analytics events, and the end.
 */
export type ExportWriter = {
  begin: (head: ExportWithoutLists) => string
  practice: (rows: readonly ExportedPractice[]) => string
  between: string
  events: (rows: readonly ExportedEvent[]) => string
  end: string
}
